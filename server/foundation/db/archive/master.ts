// Opens the master key for a command, which must not make a new one: that would open nothing.
import { existsSync } from 'node:fs'
import type { Config } from '../../config.ts'
import { openMasterKey, type SealKey } from '../../seal.ts'

export function readMaster({ masterKeyFile }: Pick<Config, 'masterKeyFile'>): SealKey {
  if (!existsSync(masterKeyFile))
    throw new Error(`There is no master key ${masterKeyFile}, which seals backups. Put it there, or set MASTER_KEY_FILE to where it is.`)
  return openMasterKey(masterKeyFile)
}
