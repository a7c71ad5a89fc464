// What the handlers of the console's settings are given.
import type { Translate } from '../../../../core/words/words.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import { HttpError } from '../../../foundation/http/errors.ts'
import type { Log } from '../../../foundation/log.ts'
import type { RuntimeSettings } from '../../../foundation/runtime-settings/live.ts'
import type { SealKey } from '../../../foundation/seal.ts'
import type { NoticeDeps } from './notify.ts'

export interface SettingsPageDeps extends NoticeDeps {
  db: Db
  log: Log
  master: SealKey
  settings: RuntimeSettings
  now(): Date
  say: Translate<'adminsettings'>
}

/** Someone else saved after the page was loaded, so nothing is overwritten. */
export const changedMeanwhile = (say: Translate<'adminsettings'>): HttpError =>
  new HttpError(409, 'changed_meanwhile', say('refused.changed'))
