// The error for refusals on the SMTP port.

/** A reply per RFC 5321 §4.2: 4xx asks the sender to retry, 5xx to give up; 421 also closes the connection. */
export class SmtpRefusal extends Error {
  readonly responseCode: number
  constructor(responseCode: number, text: string) {
    super(text)
    this.responseCode = responseCode
  }
}
