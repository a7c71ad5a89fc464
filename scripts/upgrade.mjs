// The upgrade command: checks, backs up, migrates, stops the version that runs, starts this one, and goes back if it does not work.
import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, realpathSync, renameSync, rmSync, statfsSync, symlinkSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { build, fail, innerEnvironment, install, isRelease, pinnedNode, readVersion, root } from './bootstrap.mjs'
import { addressOf, readWorking, waitUntilReady } from './upgrade/health.mjs'
import { openService } from './upgrade/service.mjs'

const usage = `Usage: mailferry upgrade [--from FOLDER] [--service UNIT | --stop COMMAND --start COMMAND] [--no-backup] [--check]
Run it in the new version. FOLDER is that of the version that runs (without it: the one that "current" beside this folder leads to).`

const values = readOptions()
install()
if (!build()) fail('The pages could not be built; nothing was changed.')
const link = join(dirname(root), 'current')
const from = findRunning()
const dataDir = findData()
if (!existsSync(dataDir) && !process.env.DATABASE_URL)
  fail(`There is no data folder ${dataDir}. Set DATA_DIR to the one that the server uses.`)
const env = { ...innerEnvironment(), DATA_DIR: dataDir }
const address = addressOf(env)
const [before, after] = [String(readVersion(from)), String(readVersion())]
const service = openService({ ...values, dataDir, env })

const workedBefore = await readWorking(address, 6)
const schema = check()
if (values.check) process.exit(0)
const saved = values['no-backup'] ? null : backUp()
const isOnline = schema.canGoBack && workedBefore !== null
if (isOnline) migrateOrStay()
const stoppedAt = Date.now()
await service.stop().catch(error => fail(`${error.message} Version ${before} was not replaced.`))
if (!isOnline) await migrateOrReturn()
await startOrReturn()

/** Everything that can be known before anything is changed. */
function check() {
  if (workedBefore) say('check', `${before} runs at ${address}: ${workedBefore.join(', ')}`)
  else say('check', `Nothing answers at ${address}; ${after} will be started.`)
  const found = JSON.parse(
    runOwn('server/foundation/db/schema-command.ts', ['compare']) ?? fail(`${after} cannot work on this data. Nothing was changed.`),
  )
  if (!found.isReadable || found.isUnreleased) fail(`The data was written by a version that ${after} cannot read. Nothing was changed.`)
  mkdirSync(dataDir, { recursive: true })
  const { bavail, bsize } = statfsSync(dataDir)
  if (!values['no-backup'] && bavail * bsize < found.bytes)
    fail(`A backup needs ${megabytes(found.bytes)} MB, and ${dataDir} has ${megabytes(bavail * bsize)} MB left. Nothing was changed.`)
  const steps = found.missing.length > 0 ? `migrations: ${found.missing.join(', ')}` : 'no migrations'
  say('check', `${before} → ${after}, ${steps}${found.canGoBack ? '' : ' (afterwards only the backup leads back)'}`)
  return found
}

function backUp() {
  const folder = join(dataDir, 'backups')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, `before-${after}-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.backup`)
  if (runOwn('server/foundation/db/backup.ts', [file]) === null) fail(`The backup failed. ${before} runs on.`)
  say('backup', file)
  return file
}

/** Adds what the new version needs while the one before goes on. */
function migrateOrStay() {
  if (runOwn('server/foundation/db/schema-command.ts', ['migrate']) === null)
    fail(`The migration failed and left nothing behind. ${before} runs on.`)
  say('migrate', 'done, while the server ran')
}

async function migrateOrReturn() {
  if (runOwn('server/foundation/db/schema-command.ts', ['migrate']) === null) await goBack('The migration failed and left nothing behind.')
  say('migrate', 'done')
}

async function startOrReturn() {
  if (isRelease) pointTo(root)
  try {
    const hasExited = await service.start(root)
    const answeredAt = await waitUntilReady(address, workedBefore ?? [], hasExited)
    say('verify', `${after} answers; nothing answered for ${((answeredAt - stoppedAt) / 1000).toFixed(1)} s`)
  } catch (error) {
    await goBack(error.message)
  }
}

/** Ends the process: with the version before in service again, or with what an operator has to do. */
async function goBack(why) {
  say('back', why)
  try {
    await service.stop()
    if (isRelease) pointTo(from)
    const hasExited = await service.start(from)
    const answeredAt = await waitUntilReady(address, workedBefore ?? [], hasExited)
    fail(`${before} is in service again, on the same data; nothing answered for ${((answeredAt - stoppedAt) / 1000).toFixed(1)} s.`)
  } catch (error) {
    const restore = saved ? ` The data from before is in ${saved}: restore it into an empty database.` : ''
    fail(`${before} could not be started either: ${error.message}${restore}`)
  }
}

/** Prints what the program says to stderr; null if it failed. */
function runOwn(file, parameters) {
  const result = spawnSync(pinnedNode(), [join(root, file), ...parameters], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 2],
    encoding: 'utf8',
  })
  return result.status === 0 ? result.stdout : null
}

/** A link that systemd, cron and people follow; replaced in one step. */
function pointTo(folder) {
  if (existsSync(link) && !lstatSync(link).isSymbolicLink()) return
  const next = `${link}.next`
  rmSync(next, { force: true })
  symlinkSync(dirname(folder) === dirname(root) ? basename(folder) : folder, next, 'dir')
  renameSync(next, link)
}

function findRunning() {
  const folder = values.from ? resolve(values.from) : link
  if (!existsSync(join(folder, 'package.json'))) fail(`Name the folder of the version that runs with --from.\n${usage}`)
  const real = realpathSync(folder)
  if (real === realpathSync(root)) fail(`Version ${readVersion()} is already the one that ${folder} leads to.`)
  return real
}

function findData() {
  const own = existsSync(join(from, 'release.json')) ? join(dirname(from), 'data') : join(from, 'data')
  return process.env.DATA_DIR ? resolve(from, process.env.DATA_DIR) : own
}

function readOptions() {
  try {
    return parseArgs({
      options: {
        from: { type: 'string' },
        service: { type: 'string' },
        stop: { type: 'string' },
        start: { type: 'string' },
        'no-backup': { type: 'boolean' },
        check: { type: 'boolean' },
      },
    }).values
  } catch (error) {
    return fail(`${error.message}\n${usage}`)
  }
}

function say(step, line) {
  console.log(`${step.padEnd(7)} ${line}`)
}

function megabytes(bytes) {
  return Math.ceil(bytes / 1e6)
}
