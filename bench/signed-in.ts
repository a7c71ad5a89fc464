// Opens a browser with a newly signed-up user, so that Lighthouse can measure signed-in pages.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { launchOptions } from '../test/chromium.ts'
import { freePort } from '../test/free-port.ts'

/** Lighthouse connects by the browser's debugging protocol on `port`; Playwright does not, as its work would count as the page's. */
export async function openSignedIn(url: string): Promise<{ port: number; close(): Promise<void> }> {
  const [profile, port] = [mkdtempSync(join(tmpdir(), 'mailferry-browser-')), await freePort()]
  await signUp(url, profile)
  const args = ['--headless=new', `--user-data-dir=${profile}`, `--remote-debugging-port=${port}`, ...launchOptions.args, 'about:blank']
  const browser = spawn(launchOptions.executablePath ?? chromium.executablePath(), args, { stdio: 'ignore' })
  const exited = once(browser, 'exit')
  await waitUntilListening(port)
  const close = async () => {
    browser.kill()
    await exited
    rmSync(profile, { recursive: true, force: true })
  }
  return { port, close }
}

/** The session stays in the profile. */
async function signUp(url: string, profile: string): Promise<void> {
  const browser = await chromium.launchPersistentContext(profile, launchOptions)
  const page = await browser.newPage()
  await page.goto(`${url}/signup`)
  await page.getByLabel('Email').fill(`bench-${Date.now()}@example.com`)
  await page.getByLabel('Password', { exact: true }).fill('four words of an example')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL(/\/(onboarding|dashboard)$/, { timeout: 120_000 })
  await browser.close()
}

async function waitUntilListening(port: number): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await fetch(`http://127.0.0.1:${port}/json/version`)
      return
    } catch (error) {
      if (tries === 100) throw error
      await new Promise(done => setTimeout(done, 100))
    }
  }
}
