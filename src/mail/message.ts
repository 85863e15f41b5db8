/** Whom a mail goes to or comes from. */
export interface MailAddress {
  readonly email: string;
  readonly name?: string;
}

/** A mail that is ready to be sent; it has a text part, an HTML part, or both. */
export interface MailMessage {
  readonly from: MailAddress;
  readonly to: readonly MailAddress[];
  readonly subject: string;
  readonly text?: string;
  readonly html?: string;
}
