// Binds the console's settings page to the settings of this host.
import { systemClock } from '../foundation/clock.ts'
import { requestWords } from '../foundation/words.ts'
import { type SettingsPageHandlers, settingsPageHandlers } from '../use-cases/admin/settings/handlers.ts'
import type { AppContext } from './app.ts'
import type { HandlerDeps } from './handler-deps.ts'

export const bindSettingsPage = (
  { db, log, config }: AppContext,
  { mailer, master, outside, settings }: HandlerDeps,
): SettingsPageHandlers =>
  settingsPageHandlers({
    ...{ db, log, mailer, master, outside, settings, now: systemClock.now, say: requestWords().of('adminsettings') },
    publicUrl: config.publicUrl,
  })
