// Decides whether a person has proven recently enough who they are to change where their mail goes.

/** How long a password, code or second factor counts. */
const proofMs = 600_000

/** `amr`: how and when a session was authenticated, in seconds. */
export const isProofRecent = (amr: readonly { timestamp: number }[], now: Date): boolean =>
  amr.some(({ timestamp }) => timestamp * 1000 > now.getTime() - proofMs)
