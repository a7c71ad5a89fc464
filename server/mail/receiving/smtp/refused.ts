// The refusals of the SMTP port.

/** A reply of RFC 5321 §4.2: 4xx asks the sender to come again, 5xx tells it to give up; 421 closes the connection too. */
export class Refused extends Error {
  readonly responseCode: number
  constructor(responseCode: number, text: string) {
    super(text)
    this.responseCode = responseCode
  }
}
