// Runs the whole product: in sandbox mode the stand-ins as a process of their own, then the server.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { pinnedNode, root, say } from './bootstrap.mjs'

const sandboxStartMs = 120_000
const sandboxStopMs = 3_000
const serverStopMs = 12_000

/**
 * Starts the parts in the environment `env`; the server's output goes where `output` says ('inherit' or 'pipe').
 * Gives the server's process, the sandbox's URL, `ended` (the exit code, once every part has stopped) and `stop()`, which
 * lets the server drain. Throws a sentence when another process holds the data folder or the stand-ins do not start.
 */
export async function startProduct(env, output = 'inherit') {
  const settings = { ...env, DATA_DIR: resolve(root, env.DATA_DIR || 'data') }
  refuseHeld(settings.DATA_DIR)
  const sandbox = needsSandbox(env) ? await startSandbox(settings) : undefined
  const server = run('server/main.ts', { ...settings, ...sandbox?.settings }, ['ignore', output, output, 'ipc'])
  // Without its stand-ins nothing would leave any more: better a stop that is seen.
  sandbox?.process.once('exit', () => {
    if (isRunning(server)) say('The sandbox has stopped, so the server stops too.')
    server.kill('SIGTERM')
  })
  const ended = once(server, 'exit').then(async ([code]) => {
    await end(sandbox?.process, sandboxStopMs)
    return code ?? 1
  })
  const stop = async () => {
    await end(server, serverStopMs)
    return ended
  }
  return { server, sandboxUrl: sandbox?.settings.SANDBOX_URL ?? env.SANDBOX_URL, ended, stop }
}

function refuseHeld(dataDir) {
  if (!existsSync(join(dataDir, 'mailferry.lock'))) return
  const asked = spawnSync(pinnedNode(), ['server/foundation/db/embedded/check-lock.ts', dataDir], { cwd: root, encoding: 'utf8' })
  if (asked.status !== 0) throw new Error(asked.stderr.trim())
}

const needsSandbox = env => (env.MODE || 'sandbox') === 'sandbox' && !env.SANDBOX_URL

/** Under this one the stand-in for providers of sign-in knows the server. */
const pretendClient = { AUTH_OIDC_CLIENT_ID: 'Mailferry', AUTH_OIDC_CLIENT_SECRET: 'sandbox-client-secret' }

async function startSandbox(settings) {
  const port = settings.PORT || 8080
  const client = settings.AUTH_OIDC_ISSUER ? { AUTH_OIDC_CLIENT_ID: '' } : pretendClient
  const env = {
    ...settings,
    ...client,
    PORT: '0',
    SERVER_URL: `http://127.0.0.1:${port}`,
    PUBLIC_URL: settings.PUBLIC_URL || `http://localhost:${port}`,
    DATA_DIR: join(settings.DATA_DIR, 'sandbox'),
  }
  const child = run('sandbox/main.ts', env, ['ignore', 'pipe', 'inherit', 'ipc'])
  try {
    const { sandbox, provider } = await addressesOf(child)
    const played = provider && { ...client, AUTH_OIDC_ISSUER: provider, AUTH_OIDC_LABEL: settings.AUTH_OIDC_LABEL || 'Example ID' }
    return { process: child, settings: { SANDBOX_URL: sandbox, ...played } }
  } catch (error) {
    await end(child, 0)
    throw error
  }
}

/** What the process says line by line, up to its own address. */
async function addressesOf(sandbox) {
  let late
  const said = {}
  const address = new Promise((found, failed) => {
    late = setTimeout(() => failed(new Error(`The sandbox did not answer within ${sandboxStartMs / 1000} s.`)), sandboxStartMs)
    sandbox.once('exit', code => failed(new Error(`The sandbox did not start (exit code ${code}).`)))
    createInterface({ input: sandbox.stdout }).on('line', line => {
      const [, name, url] = /^(sandbox|provider) (http\S+)$/.exec(line) ?? []
      if (!name) return say(line)
      said[name] = url
      if (name === 'sandbox') found(said)
    })
  })
  return address.finally(() => clearTimeout(late))
}

// In a group of their own, so that Ctrl+C reaches this process alone and the parts stop in order; the ipc channel
// tells them to stop when this process is killed.
const run = (file, env, stdio) => spawn(pinnedNode(), [file], { cwd: root, env, stdio, detached: process.platform !== 'win32' })

const isRunning = child => child.exitCode === null && child.signalCode === null

async function end(child, deadlineMs) {
  if (!child || !isRunning(child)) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const hard = setTimeout(() => child.kill('SIGKILL'), deadlineMs)
  await gone
  clearTimeout(hard)
}
