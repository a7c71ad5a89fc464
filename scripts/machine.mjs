// Finds the programs that the tests need (a browser, Dovecot, PostgreSQL, promtool), and installs them with --install, as root on Debian.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname } from 'node:path'
import { innerEnvironment, log, pinnedNode, root, tool } from './bootstrap.mjs'

const dovecot = '/usr/sbin/dovecot'
const dovecotParts = [dovecot, '/usr/lib/dovecot/imap', '/usr/lib/dovecot/lmtp']

/** The path of Chromium; '' means Playwright's own, which is then installed. Without windows it needs a third less CPU time. */
export function findChromium() {
  const findIn = paths => paths.find(file => file && existsSync(file))
  const withoutWindows = () => findIn([process.env.CHROMIUM_PATH, '/usr/bin/chromium-headless-shell'])
  if (!withoutWindows() && mayInstall()) installPackages(['chromium-headless-shell'])
  const found = withoutWindows() ?? findIn(['/usr/bin/chromium'])
  if (!found)
    spawnSync(pinnedNode(), [tool('@playwright/test', 'playwright'), 'install', 'chromium'], {
      cwd: root,
      stdio: ['ignore', 2, 2],
      env: innerEnvironment(),
    })
  return found ?? ''
}

/** The environment variables for tests with Dovecot; an empty path if it is missing. */
export function dovecotEnvironment(env) {
  const found = findDovecot()
  // A user's PATH often lacks the folder of server programs.
  return found ? { DOVECOT_PATH: found, PATH: `${env.PATH}${delimiter}${dirname(found)}` } : { DOVECOT_PATH: '' }
}

function findDovecot() {
  const found = () => [process.env.DOVECOT_PATH].find(file => file && existsSync(file)) ?? (dovecotParts.every(existsSync) ? dovecot : '')
  if (!found() && mayInstall()) installPackages(['dovecot-core', 'dovecot-imapd', 'dovecot-lmtpd'])
  // Checks exported Sieve scripts independently; without it those tests are skipped.
  if (found() && mayInstall() && !existsSync('/usr/bin/sieve-test')) installPackages(['dovecot-sieve'])
  return found()
}

/** Prometheus's own checker of alert rules; '' if there is none, and then only the names in them are checked. */
export function findPromtool() {
  const promtool = '/usr/bin/promtool'
  if (!existsSync(promtool) && mayInstall()) installPackages(['prometheus'])
  return existsSync(promtool) ? promtool : ''
}

/** The folder of the system's oldest PostgreSQL from version 15 on; '' if there is none. */
export function findPostgres() {
  if (process.env.POSTGRES_PROGRAMS) return process.env.POSTGRES_PROGRAMS
  if (!postgresFolder() && mayInstall()) installPackages(['postgresql'])
  return postgresFolder()
}

function postgresFolder() {
  const folder = '/usr/lib/postgresql'
  const versions = existsSync(folder) ? readdirSync(folder).map(Number) : []
  const supported = versions.filter(version => version >= 15 && existsSync(`${folder}/${version}/bin/initdb`)).sort((a, b) => a - b)
  return supported.length > 0 ? `${folder}/${supported[0]}/bin` : ''
}

const isDebianRoot = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** Nobody expects tests to change their machine, unless they ask for it or the machine is there for nothing else. */
const mayInstall = () => isDebianRoot() && (process.argv.includes('--install') || isBuildServer())

const isBuildServer = () => Boolean(process.env.CI) && process.env.CI !== 'false'

// Tries the existing package lists first, and refreshes them only if that fails.
function installPackages(names) {
  log(`installing ${names.join(', ')} from Debian's packages …`)
  const apt = parameters =>
    spawnSync('apt-get', parameters, { stdio: ['ignore', 'ignore', 2], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
      .status === 0
  const install = () => apt(['install', '-y', '-qq', '--no-install-recommends', ...names])
  withoutServices(() => install() || (apt(['update', '-qq']) && install()))
}

// Debian starts installed services automatically, but the tests run their own on free ports.
function withoutServices(run) {
  const policy = '/usr/sbin/policy-rc.d'
  if (existsSync(policy)) return run()
  writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    return run()
  } finally {
    rmSync(policy)
  }
}
