// Errors of the data API in PostgREST's format.

/** `code` is PostgREST's own (PGRST…) or PostgreSQL's SQLSTATE. */
export class RestRefusal extends Error {
  readonly status: number
  readonly code: string
  readonly details: string | null
  readonly hint: string | null
  constructor(status: number, code: string, message: string, details: string | null = null, hint: string | null = null) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
    this.hint = hint
  }
}

/** A part of PostgREST's grammar that this server does not support. */
export const notServed = (what: string) => new RestRefusal(400, 'PGRST127', 'Feature not implemented', `${what} is not served here.`)
