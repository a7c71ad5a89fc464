// Measures pages with Lighthouse on a simulated slow phone, the dashboard signed in: the median of five runs each.
import { execFile, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs, promisify } from 'node:util'
import { z } from 'zod/mini'
import { launchOptions } from '../test/chromium.ts'
import { freePort } from '../test/free-port.ts'
import { openSignedIn } from './signed-in.ts'

const rounds = 5
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const signedInPaths = new Set(['/dashboard'])
const root = join(import.meta.dirname, '..')

const Report = z.object({
  categories: z.record(z.string(), z.object({ score: z.number() })),
  audits: z.record(z.string(), z.looseObject({ numericValue: z.optional(z.number()) })),
})

/** `[--url http://… of a running server] [path …]`: scores from 0 to 100, LCP and TBT in ms, CLS. Lighthouse is fetched by npx. */
export async function benchPages(): Promise<string> {
  const { values, positionals } = parseArgs({ args: process.argv.slice(3), options: { url: { type: 'string' } }, allowPositionals: true })
  const paths = positionals.length > 0 ? positionals : ['/', '/pricing', '/help/creating-filters', '/dashboard']
  const product = values.url ? { url: values.url, stop: () => {} } : await startProduct()
  try {
    const results: string[] = []
    for (const path of paths)
      results.push(await (signedInPaths.has(path) ? measureSignedIn(product.url, path) : measure(product.url, path, [])))
    return `pages rounds=${rounds} ${results.join(' ')}`
  } finally {
    product.stop()
  }
}

async function measureSignedIn(url: string, path: string): Promise<string> {
  const browser = await openSignedIn(url)
  try {
    return await measure(url, path, [`--port=${browser.port}`, '--disable-storage-reset'])
  } finally {
    await browser.close()
  }
}

/** `flags` tell Lighthouse which browser to use. */
async function measure(url: string, path: string, flags: string[]): Promise<string> {
  const reports: z.infer<typeof Report>[] = []
  for (let round = 0; round < rounds; round++) reports.push(await runLighthouse(url + path, flags))
  const scores = categories.map(name => Math.round(100 * median(reports.map(report => report.categories[name]?.score ?? 0))))
  const value = (audit: string) => median(reports.map(report => report.audits[audit]?.numericValue ?? Infinity))
  const line = `${path}=${scores.join('/')} lcp_ms=${Math.round(value('largest-contentful-paint'))} tbt_ms=${Math.round(value('total-blocking-time'))} cls=${value('cumulative-layout-shift').toFixed(3)}`
  process.stderr.write(`${line}\n`)
  return line
}

async function runLighthouse(url: string, moreFlags: string[]): Promise<z.infer<typeof Report>> {
  const chromeFlags = ['--headless=new', ...launchOptions.args].join(' ')
  const args = [
    '-y',
    'lighthouse@13.5.0',
    url,
    '--quiet',
    '--output=json',
    `--chrome-flags=${chromeFlags}`,
    `--only-categories=${categories.join(',')}`,
    ...moreFlags,
  ]
  const env = { ...process.env, ...('executablePath' in launchOptions && { CHROME_PATH: String(launchOptions.executablePath) }) }
  const { stdout } = await promisify(execFile)('npx', args, { env, maxBuffer: 64 * 1024 * 1024 })
  return Report.parse(JSON.parse(stdout))
}

const median = (numbers: number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

async function startProduct(): Promise<{ url: string; stop(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'mailferry-pages-'))
  chmodSync(folder, 0o755)
  const [port, smtpPort] = [await freePort(), await freePort()]
  const settings = { PORT: String(port), SMTP_PORT: String(smtpPort), DATA_DIR: folder, LOG_LEVEL: 'warn' }
  const product = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  product.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  await new Promise<void>((ready, failed) => {
    createInterface({ input: product.stdout }).on('line', line => line.startsWith('ready ') && ready())
    product.once('exit', () => failed(new Error('The product did not start.')))
  })
  return { url: `http://localhost:${port}`, stop: () => product.kill('SIGTERM') }
}
