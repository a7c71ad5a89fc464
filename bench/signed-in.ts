// A browser in which somebody has just signed up, for Lighthouse to look at what they see.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { launchOptions } from '../test/chromium.ts'
import { freePort } from '../test/free-port.ts'

/** Listens on `port` for whoever speaks the browser's own protocol. */
export async function openSignedIn(url: string): Promise<{ port: number; close(): Promise<void> }> {
  const [profile, port] = [mkdtempSync(join(tmpdir(), 'mailferry-browser-')), await freePort()]
  const options = { ...launchOptions, args: [...launchOptions.args, `--remote-debugging-port=${port}`] }
  const browser = await chromium.launchPersistentContext(profile, options)
  const page = await browser.newPage()
  await page.goto(`${url}/signup`)
  await page.getByLabel('E-mail').fill(`bench-${port}@example.com`)
  await page.getByLabel('Password', { exact: true }).fill('four words of an example')
  await page.getByRole('button', { name: 'Make the account' }).click()
  await page.waitForURL(/\/(onboarding|dashboard)$/, { timeout: 120_000 })
  await page.goto('about:blank')
  const close = async () => {
    await browser.close()
    rmSync(profile, { recursive: true, force: true })
  }
  return { port, close }
}
