// What the handlers of the console's settings are given.
import type { Translate } from '../../../../core/words/words.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import { HttpError } from '../../../foundation/http/errors.ts'
import type { Outside } from '../../../foundation/outside.ts'
import type { RuntimeSettings } from '../../../foundation/runtime-settings/live.ts'
import type { SealKey } from '../../../foundation/seal.ts'

export interface SettingsPageDeps {
  db: Db
  master: SealKey
  outside: Outside
  settings: RuntimeSettings
  now(): Date
  say: Translate<'adminsettings'>
}

/** Someone else saved after the page was loaded, so nothing is overwritten. */
export const changedMeanwhile = (say: Translate<'adminsettings'>): HttpError =>
  new HttpError(409, 'changed_meanwhile', say('refused.changed'))
