// The error thrown by an API call that did not succeed.

/** A call that did not succeed. `message` may be shown: it says what to do. `status` is 0 if there was no response. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly details: unknown
  constructor(status: number, code: string, message: string, details?: unknown) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.details = details
  }
}
