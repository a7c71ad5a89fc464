// Follows the file of the master key, so that a new key is known without a restart.
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'
import { reloadMasterKey, type SealKey } from './seal.ts'

export const followMasterKeyMs = 5_000

/** Without a readable file the known keys stay in use. */
export function followMasterKey(master: SealKey, file: string, { clock, log }: { clock: Clock; log: Log }): { stop(): Promise<void> } {
  let isReadable = true
  return clock.every(followMasterKeyMs, () => {
    try {
      reloadMasterKey(master, file)
      isReadable = true
    } catch (error) {
      if (isReadable) log.warn({ err: error }, 'the file of the master key can’t be read; the known keys stay in use')
      isReadable = false
    }
  })
}
