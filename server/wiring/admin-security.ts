// Binds the console's security page.
import { statSync } from 'node:fs'
import { systemClock } from '../foundation/clock.ts'
import { loadWords } from '../foundation/words.ts'
import { type SecurityHandlers, securityHandlers } from '../use-cases/admin/security/handlers.ts'
import { rememberSecrets } from '../use-cases/admin/security/secrets.ts'
import type { AppContext } from './app.ts'
import type { HandlerDeps } from './handler-deps.ts'

/** Sessions, blocks and keys follow the real clock. */
export function bindSecurity({ config, db, log }: AppContext, { auth, guard, master }: HandlerDeps): SecurityHandlers {
  const { now } = systemClock
  rememberSecrets(db, master, config.provided, now()).catch(error => log.warn({ err: error }, 'the age of secrets could not be remembered'))
  return securityHandlers({
    ...{ db, now, say: loadWords().of('adminsecurity'), byStaff: auth.byStaff, signingKeys: auth.signingKeys },
    trustedProxies: config.trustedProxies,
    refreshBlocks: guard.refresh,
    isCovered: guard.covers,
    sessionMs: config.auth.timeboxMs,
    lockFile: new URL('../../package-lock.json', import.meta.url),
    secrets: {
      ...{ db, provided: config.provided, isSandbox: config.mode === 'sandbox', signingKeys: auth.signingKeys.list },
      masterSince: () => statSync(config.masterKeyFile, { throwIfNoEntry: false })?.mtime ?? null,
    },
  })
}
