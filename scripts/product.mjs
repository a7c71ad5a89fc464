// Runs the whole product: in sandbox mode the stand-ins as a separate process, then the server.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { dataFolder, isRelease, log, pinnedNode, root } from './bootstrap.mjs'

const sandboxStartMs = 120_000
const sandboxStopMs = 3_000
const serverStopMs = 12_000

/**
 * Starts the parts in the environment `env`; `output` is the stdio option for the server's output ('inherit' or 'pipe').
 * Returns the server's process, the URLs of the stand-ins, `ended` (the exit code, once every part has stopped) and `stop()`,
 * which lets the server drain. Throws if another process holds the data folder or the stand-ins do not start.
 */
export async function startProduct(env, output = 'inherit') {
  const settings = { ...env, DATA_DIR: dataFolder(env) }
  assertNotLocked(settings.DATA_DIR)
  const sandbox = needsSandbox(env) ? await startSandbox(settings) : undefined
  const server = spawnPart('server/main.ts', { ...settings, ...sandbox?.settings }, ['ignore', output, output, 'ipc'])
  // Without its stand-ins nothing could be sent any more, so a visible stop is better.
  sandbox?.process.once('exit', () => {
    if (isRunning(server)) log('The sandbox stopped, so the server is stopping too.')
    server.kill('SIGTERM')
  })
  const ended = once(server, 'exit').then(async ([code]) => {
    await endPart(sandbox?.process, sandboxStopMs)
    return code ?? 1
  })
  const stop = async () => {
    await endPart(server, serverStopMs)
    return ended
  }
  const { SANDBOX_URL: sandboxUrl, STRIPE_URL: stripeUrl } = { ...env, ...sandbox?.settings }
  return { server, sandboxUrl, stripeUrl, ended, stop }
}

function assertNotLocked(dataDir) {
  if (!existsSync(join(dataDir, 'mailferry.lock'))) return
  const check = spawnSync(pinnedNode(), ['server/foundation/db/embedded/check-lock.ts', dataDir], { cwd: root, encoding: 'utf8' })
  if (check.status !== 0) throw new Error(check.stderr.trim())
}

const needsSandbox = env => (env.MODE || 'sandbox') === 'sandbox' && !env.SANDBOX_URL

/** The OAuth client with which the server is registered at the sign-in stand-in. */
const sandboxClient = { AUTH_OIDC_CLIENT_ID: 'Mailferry', AUTH_OIDC_CLIENT_SECRET: 'sandbox-client-secret' }

async function startSandbox(settings) {
  const port = settings.PORT || 8080
  // The sign-in stand-in is a development package, which no release carries.
  const client = settings.AUTH_OIDC_ISSUER || isRelease ? { AUTH_OIDC_CLIENT_ID: '' } : sandboxClient
  const env = {
    ...settings,
    ...client,
    PORT: '0',
    SERVER_URL: `http://127.0.0.1:${port}`,
    PUBLIC_URL: settings.PUBLIC_URL || `http://localhost:${port}`,
    DATA_DIR: join(settings.DATA_DIR, 'sandbox'),
  }
  const child = spawnPart('sandbox/main.ts', env, ['ignore', 'pipe', 'inherit', 'ipc'])
  try {
    const { sandbox, provider, stripe } = await readUrls(child)
    const providerSettings = provider && {
      ...client,
      AUTH_OIDC_ISSUER: provider,
      AUTH_OIDC_LABEL: settings.AUTH_OIDC_LABEL || 'Example ID',
    }
    return { process: child, settings: { SANDBOX_URL: sandbox, ...providerSettings, ...(stripe && { STRIPE_URL: stripe }) } }
  } catch (error) {
    await endPart(child, 0)
    throw error
  }
}

/** Reads the URLs that the process prints, up to its own. */
async function readUrls(sandbox) {
  let timeout
  const urls = {}
  const address = new Promise((resolve, reject) => {
    timeout = setTimeout(() => reject(new Error(`The sandbox didn’t respond within ${sandboxStartMs / 1000} s.`)), sandboxStartMs)
    sandbox.once('exit', code => reject(new Error(`The sandbox didn’t start (exit code ${code}).`)))
    createInterface({ input: sandbox.stdout }).on('line', line => {
      const [, name, url] = /^(sandbox|provider|stripe) (http\S+)$/.exec(line) ?? []
      if (!name) return log(line)
      urls[name] = url
      if (name === 'sandbox') resolve(urls)
    })
  })
  return address.finally(() => clearTimeout(timeout))
}

// In a process group of their own, so that Ctrl+C reaches only this process and the parts stop in order; the ipc channel
// makes them stop if this process is killed.
const spawnPart = (file, env, stdio) => spawn(pinnedNode(), [file], { cwd: root, env, stdio, detached: process.platform !== 'win32' })

const isRunning = child => child.exitCode === null && child.signalCode === null

async function endPart(child, deadlineMs) {
  if (!child || !isRunning(child)) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const killTimer = setTimeout(() => child.kill('SIGKILL'), deadlineMs)
  await exited
  clearTimeout(killTimer)
}
