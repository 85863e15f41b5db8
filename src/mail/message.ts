/** The sender or a recipient of a mail. */
export interface MailAddress {
  readonly email: string;
  readonly name?: string;
}

/** A rendered mail, with a text part, an HTML part, or both. */
export interface MailMessage {
  readonly from: MailAddress;
  readonly to: readonly MailAddress[];
  readonly subject: string;
  readonly text?: string;
  readonly html?: string;
}
