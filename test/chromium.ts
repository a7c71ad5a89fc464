// Finds the browser for Vitest and Playwright: Debian's Chromium, or Playwright's own if that is missing.
import { existsSync } from 'node:fs'

const debian = '/usr/bin/chromium'
const given = process.env['CHROMIUM_PATH'] ?? (existsSync(debian) ? debian : '')
const isRoot = process.getuid?.() === 0

export const launchOptions = {
  ...(given && { executablePath: given }),
  args: [
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // Chromium's own sandbox refuses root.
    ...(isRoot ? ['--no-sandbox'] : []),
  ],
}
