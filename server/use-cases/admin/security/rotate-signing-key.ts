// Runs `npm run admin -- rotate-signing-key`: a new key signs access tokens from then on, and nobody is signed out.
import { recordCommandAction } from '../../../account/staff-log.ts'
import type { KeyRotation } from '../../../auth/key-rotation.ts'
import type { Db } from '../../../foundation/db/pool.ts'

/** Returns a message for the operator; throws an Error that says what to do instead. */
export async function runRotateSigningKeyCommand(
  { db, now, rotation }: { db: Db; now: Date; rotation: Pick<KeyRotation, 'rotate'> },
  args: string[],
): Promise<string> {
  if (args.length > 0) throw new Error('Usage: npm run admin -- rotate-signing-key')
  const rotated = await db.transaction().execute(async tx => {
    const keys = await rotation.rotate(tx)
    if (!keys) return null
    const change = { before: { signing: keys.previous }, after: { signing: keys.kid, signs_at: keys.signsAt.toISOString() } }
    await recordCommandAction(tx, now, { name: 'signing_key.rotated', resourceType: 'signing_key', resourceId: keys.kid, ...change })
    return keys
  })
  if (!rotated) throw new Error('A new key was added a moment ago. Wait 15 seconds, then try again.')
  return [
    `The key ${rotated.kid} signs access tokens from ${rotated.signsAt.toISOString()} on.`,
    `Tokens that ${rotated.previous ?? 'the key before'} signed stay valid until they expire; then it is removed.`,
  ].join('\n')
}
