// The error of an outgoing connection, and whether what was sent may have arrived.

/** `mayHaveArrived`: the other side may have read the full request, so its outcome is unknown. */
export class OutsideError extends Error {
  readonly kind: 'refused' | 'unknown_host' | 'connection' | 'timeout' | 'too_large'
  readonly mayHaveArrived: boolean
  constructor(kind: OutsideError['kind'], message: string, mayHaveArrived = false) {
    super(message)
    this.kind = kind
    this.mayHaveArrived = mayHaveArrived
  }
}
