// How the stand-in behaves from now on: how long tokens last, whether refresh tokens change, and what goes wrong.

export interface Behaviour {
  accessTokenSeconds: number
  /** A refresh token is good once; its use again ends the whole grant. */
  rotates: boolean
  /** Off as at Microsoft. */
  revokes: boolean
}

export interface Fault {
  /** The end of the path: `/token`, `/token/revocation` … */
  path: string
  /** An HTTP status, an OAuth error with status 400, or an answer that never comes. */
  kind: { status: number } | { error: string } | 'hang'
  /** How often. */
  times: number
}

export const usual: Behaviour = { accessTokenSeconds: 3600, rotates: true, revokes: true }

/** Takes the next fault that is due for a path. */
export function takeFault(faults: Fault[], path: string): Fault['kind'] | null {
  const at = faults.findIndex(fault => path.endsWith(fault.path))
  const fault = faults[at]
  if (!fault) return null
  fault.times--
  if (fault.times <= 0) faults.splice(at, 1)
  return fault.kind
}
