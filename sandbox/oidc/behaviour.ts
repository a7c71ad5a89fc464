// The configurable behavior of the stand-in: token lifetimes, refresh token rotation, and faults.

export interface Behaviour {
  accessTokenSeconds: number
  /** A refresh token works once; using it again revokes the whole grant. */
  rotates: boolean
  /** Off at Microsoft. */
  revokes: boolean
}

export interface Fault {
  /** The end of the path: `/token`, `/token/revocation` … */
  path: string
  /** An HTTP status, an OAuth error with status 400, or a response that never comes. */
  kind: { status: number } | { error: string } | 'hang'
  /** How often. */
  times: number
}

export const defaultBehaviour: Behaviour = { accessTokenSeconds: 3600, rotates: true, revokes: true }

/** Removes and returns the next fault for a path. */
export function takeFault(faults: Fault[], path: string): Fault['kind'] | null {
  const index = faults.findIndex(fault => path.endsWith(fault.path))
  const fault = faults[index]
  if (!fault) return null
  fault.times--
  if (fault.times <= 0) faults.splice(index, 1)
  return fault.kind
}
