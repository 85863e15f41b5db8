import type { Throttles } from '../../auth/throttle.ts';
import { rateLimitsOf } from '../../config/rate-limits.ts';
import { guessesOf, type Readmit } from '../../services/auth/guesses.ts';
import { requestReset } from '../../services/auth/request-reset.ts';
import { resetPassword } from '../../services/auth/reset-password.ts';
import type { ReadResult } from '../../services/items/read.ts';
import { sendMail } from '../../services/mail/send.ts';
import { acceptInvitation, type Newcomer } from '../../services/users/accept-invitation.ts';
import { inviteUsers, requireInviter } from '../../services/users/invite.ts';
import type { Exchange } from '../exchange.ts';
import { DELETED, NOTHING_TO_ALL, type Route } from '../route.ts';
import { authWire } from '../wire/auth.ts';
import { mailWire } from '../wire/mail.ts';
import { showRead } from './show-read.ts';

/** Accepts an invitation. `GET` and `POST` do the same, because the link in the mail may be followed or posted. */
async function accept(exchange: Exchange, throttles: Throttles, newcomer: Newcomer) {
  const { issuer, config } = exchange.project;
  const context = exchange.context();
  const guesses = guessesOf(throttles, rateLimitsOf(config));
  const accepted = (readmit: Readmit): Promise<ReadResult> =>
    acceptInvitation(context, issuer, exchange.path('token'), newcomer, exchange.query(), readmit);
  return showRead(await guesses.attemptToken(context, accepted));
}

/** Mails, and the links in them. (Contract, A-32, A-33, U-60 to U-68 and M-1.) */
export const mailRoutes = (throttles: Throttles): readonly Route[] => [
  {
    method: 'POST',
    path: '/mail',
    apiKeys: 'unlimited',
    wire: mailWire.send,
    access: 'authenticated',
    handle: async (exchange) => {
      await sendMail(exchange.context(), exchange.project.mailer, exchange.sent(mailWire.send.body), throttles);
      return DELETED;
    },
  },
  {
    method: 'POST',
    path: '/auth/password/request',
    wire: authWire.requestReset,
    handle: async (exchange) => {
      await requestReset(exchange.context(), exchange.sent(authWire.requestReset.body), throttles);
      return NOTHING_TO_ALL;
    },
  },
  {
    method: 'POST',
    path: '/auth/password/reset',
    wire: authWire.resetPassword,
    handle: async (exchange) => {
      const { issuer, config } = exchange.project;
      const context = exchange.context();
      const guesses = guessesOf(throttles, rateLimitsOf(config));
      await guesses.attemptToken(context, (readmit) => resetPassword(context, issuer, exchange.object(), readmit));
      return NOTHING_TO_ALL;
    },
  },
  {
    method: 'POST',
    path: '/users/invite',
    wire: mailWire.invite,
    admit: (exchange) => {
      // A missing body takes precedence over an unauthorised caller.
      exchange.body();
      requireInviter(exchange.caller);
    },
    handle: async (exchange) => {
      const { issuer, mailer } = exchange.project;
      return showRead(
        await inviteUsers(
          exchange.context(),
          { issuer, mailer },
          exchange.sent(mailWire.invite.body),
          exchange.query(),
        ),
      );
    },
  },
  {
    method: 'POST',
    path: '/users/invite/:token',
    freeFor: 'everybody',
    wire: mailWire.accept,
    handle: (exchange) => accept(exchange, throttles, exchange.sent(mailWire.accept.body)),
  },
  {
    method: 'GET',
    path: '/users/invite/:token',
    freeFor: 'everybody',
    acts: true,
    wire: mailWire.acceptLink,
    handle: (exchange) => accept(exchange, throttles, {}),
  },
];
