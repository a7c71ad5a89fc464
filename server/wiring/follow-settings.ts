// Opens the settings that the console can change, and resumes our WhatsApp number when its settings change.
import { resumeNumber } from '../delivery/number/queue.ts'
import { isSettableLater } from '../foundation/config/required.ts'
import { refuseProblems } from '../foundation/config.ts'
import { openRuntimeSettings, type RuntimeSettings, type RuntimeSettingsDeps } from '../foundation/runtime-settings/live.ts'

/** From here on the settings are what the environment says and the console has stored. */
export async function followSettings(deps: RuntimeSettingsDeps, now: () => Date, starting: AsyncDisposableStack): Promise<RuntimeSettings> {
  let { whatsapp } = deps.config
  const settings = await openRuntimeSettings({
    ...deps,
    async onChange(config) {
      if (config.whatsapp === whatsapp) return
      whatsapp = config.whatsapp
      // A new token may be what a paused number waits for.
      await resumeNumber(deps.db, whatsapp.numberId, now())
    },
  })
  whatsapp = settings.config.whatsapp
  starting.defer(() => settings.stop())
  // What the environment alone can make right was refused before the database was open.
  refuseProblems(settings.problems.filter(isSettableLater))
  return settings
}
