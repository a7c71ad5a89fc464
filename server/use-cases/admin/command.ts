// The command `npm run admin`: what its help lists; works while the server runs.
import { existsSync } from 'node:fs'
import { administrate } from '../../account/administrators.ts'
import { listVotes } from '../../account/help/handlers.ts'
import { openLogKeys } from '../../account/log-chain/keys-owners.ts'
import { openKeyRotation } from '../../auth/key-rotation.ts'
import { openTokenKeys } from '../../auth/keys.ts'
import { defaultSwitches } from '../../auth/switches.ts'
import { wakeUnannounced } from '../../delivery/identity-owners.ts'
import { systemClock } from '../../foundation/clock.ts'
import { type Config, environment, readStartConfig, refuseProblems } from '../../foundation/config.ts'
import { withDatabase } from '../../foundation/db/archive/with-database.ts'
import { migrate } from '../../foundation/db/migrate.ts'
import { type Db, openDb, openPool, unhurriedLimits } from '../../foundation/db/pool.ts'
import { followMasterKeyMs } from '../../foundation/follow-master-key.ts'
import { openLog } from '../../foundation/log.ts'
import { openOutside } from '../../foundation/outside.ts'
import { readStoredConfig } from '../../foundation/runtime-settings/live.ts'
import { openMasterKey } from '../../foundation/seal.ts'
import { loadWords } from '../../foundation/words.ts'
import { openGraph } from '../../whatsapp/client.ts'
import { adminHelp, isHelp } from './help.ts'
import { runInvoicesCommand } from './invoices.ts'
import { runLogCommand } from './logs/command.ts'
import { runTemplatesCommand } from './orders.ts'
import { runPaymentsCommand } from './payments.ts'
import { runPlansCommand } from './plans.ts'
import { runUnblockCommand } from './security/blocks/command.ts'
import { runRotateKeyCommand } from './security/rotate-key.ts'
import { runRotateSigningKeyCommand } from './security/rotate-signing-key.ts'
import { runServiceKeyCommand } from './service-keys.ts'
import { runMaintenanceCommand } from './settings/command.ts'

try {
  const [subject = '', ...rest] = process.argv.slice(2)
  if (isHelp(subject)) console.log(adminHelp())
  else console.log(await runCommand(subject, rest))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/** Returns what to print. */
async function runCommand(subject: string, rest: string[]): Promise<string> {
  const startConfig = readStartConfig(environment())
  const log = openLog('warn')
  if (!startConfig.databaseUrl && !existsSync(startConfig.dataDir))
    throw new Error(
      `There is no data folder ${startConfig.dataDir}. Start Mailferry once, or set DATA_DIR or DATABASE_URL to what it uses.`,
    )
  return withDatabase(startConfig, log, async url => {
    const db = openDb(openPool(url, 1, unhurriedLimits))
    try {
      await migrate(db)
      const now = systemClock.now()
      // The ways out need neither the stored settings nor the master key.
      if (subject === 'unblock') return await runUnblockCommand(db, rest, now)
      if (subject === 'maintenance') return await runMaintenanceCommand(db, rest, now)
      const { config, problems } = await readStoredConfig({ db, log, config: startConfig })
      refuseProblems(problems)
      if (subject === 'templates') return await runTemplatesCommand(templateDeps(config, db), rest)
      if (subject === 'service-key') return await runServiceKeyCommand({ db, now, keys: () => tokenKeys(config, db) }, rest)
      if (subject === 'plans') return await runPlansCommand({ db, now, say: loadWords().of('billing') }, rest)
      if (subject === 'payments') return await runPaymentsCommand(handDeps(config, db), rest)
      if (subject === 'invoices') return await runInvoicesCommand(invoiceDeps(config, db), rest)
      if (subject === 'rotate-key') return await runRotateKeyCommand(rotateKeyDeps(config, db), rest)
      if (subject === 'rotate-signing-key') return await runRotateSigningKeyCommand(signingDeps(config, db, now), rest)
      if (subject === 'log') return await runLogCommand(logChainDeps(config, db), rest)
      if (subject === 'help-votes') return await listVotes(db)
      return await administrate(db, [subject, ...rest], now)
    } finally {
      await db.destroy()
    }
  })
}

/** The keys that the server signs with. */
function tokenKeys(config: Config, db: Db) {
  return openTokenKeys(db, readMasterKey(config), `${config.publicUrl}/auth/v1`, systemClock.now)
}

function rotateKeyDeps({ masterKeyFile: file }: Config, db: Db) {
  if (!existsSync(file)) refuseWithoutKey(file)
  return { db, file, now: systemClock.now, untilFollowed: () => systemClock.sleep(2 * followMasterKeyMs) }
}

function signingDeps(config: Config, db: Db, now: Date) {
  const tokenMs = defaultSwitches.accessTokenSeconds * 1000
  return { db, now, rotation: openKeyRotation({ db, master: readMasterKey(config), now: systemClock.now, tokenMs }) }
}

function logChainDeps(config: Config, db: Db) {
  return { db, keys: openLogKeys(readMasterKey(config)), now: systemClock.now }
}

function readMasterKey({ masterKeyFile }: Config) {
  // A new master key made here would open nothing, and the server would then use it.
  if (!existsSync(masterKeyFile)) refuseWithoutKey(masterKeyFile)
  return openMasterKey(masterKeyFile)
}

function refuseWithoutKey(file: string): never {
  throw new Error(`There is no master key ${file}. Start Mailferry once, or set MASTER_KEY_FILE to what it uses.`)
}

function invoiceDeps(config: Config, db: Db) {
  if (config.billing.provider !== 'invoice')
    throw new Error('This server does not write invoices by hand. Set BILLING_PROVIDER=invoice (see .env.example).')
  return handDeps(config, db)
}

// A function declaration, because the command runs before the lines below it.
function handDeps({ billing }: Config, db: Db) {
  return { db, now: systemClock.now, dueDays: billing.invoice.dueDays, graceDays: billing.graceDays }
}

function templateDeps(config: Config, db: Db) {
  if (config.whatsapp.graphUrl === '')
    throw new Error('In sandbox mode the server submits the templates itself. Start it, or configure WhatsApp (see .env.example).')
  const outside = openOutside({ allow: config.outsideAllow, loopback: config.mode === 'sandbox' })
  return {
    db,
    graph: openGraph({ outside, ...config.whatsapp }),
    t: loadWords().of('whatsapp'),
    now: systemClock.now,
    onUsable: (tx: Parameters<typeof wakeUnannounced>[0]) => wakeUnannounced(tx, systemClock.now()),
  }
}
