// Runs the command: reads the file, signs in, plans, and applies when asked to.
import { parseArgs } from 'node:util'
import { readFilterFile } from '../../../core/filters/exchange/read.ts'
import type { Words } from '../../../core/words/words.ts'
import { openClient } from './client.ts'
import { apply, isEmpty, planFor } from './plan.ts'
import { Refusal } from './refusal.ts'
import { sayMistakes, sayPlan } from './say.ts'

export interface Command {
  words: string[]
  env: Record<string, string | undefined>
  t: Words
  /** Rejects where there is no such file. */
  read(file: string): Promise<string>
  ask(question: string, isSecret: boolean): Promise<string>
}

/** A file of a person's own may take its time. */
const longestYaml = 2_000_000

export async function runCommand(command: Command): Promise<{ text: string; failed: boolean }> {
  try {
    return await run(command)
  } catch (error) {
    if (error instanceof Refusal) return { text: error.message, failed: true }
    throw error
  }
}

async function run(command: Command): Promise<{ text: string; failed: boolean }> {
  const t = command.t.of('exchange')
  const asked = argumentsIn(command.words)
  if (!asked) throw new Refusal(t('command.usage'))
  const text = await command.read(asked.file).catch(() => {
    throw new Refusal(t('command.no_file', { file: asked.file }))
  })
  const file = readFilterFile(text, longestYaml)
  if (file.warnings.length > 0) return { text: sayMistakes(command.t, asked.file, text, file.warnings), failed: true }
  const client = await openClient(asked.url, asked.key, signInOf(command), t)
  const plan = await planFor(client, file)
  if (isEmpty(plan)) return { text: t('command.no_change'), failed: false }
  const said = sayPlan(command.t, plan)
  if (!asked.applies) return { text: `${said}\n${t('command.to_apply')}`, failed: false }
  await apply(client, plan, asked.isSure)
  return { text: `${said}\n${t('command.applied')}`, failed: false }
}

interface Asked {
  file: string
  applies: boolean
  isSure: boolean
  url: string
  key: string | undefined
}

function argumentsIn(words: string[]): Asked | null {
  try {
    const text = { type: 'string' } as const
    const { values, positionals } = parseArgs({
      args: words,
      allowPositionals: true,
      options: { url: text, key: text, sure: { type: 'boolean' } },
    })
    const [deed, file, ...more] = positionals
    const url = (values.url ?? 'http://localhost:8080').replace(/\/+$/, '')
    if ((deed !== 'plan' && deed !== 'apply') || !file || more.length > 0 || !/^https?:$/.test(new URL(url).protocol)) return null
    return { file, applies: deed === 'apply', isSure: values.sure === true, url, key: values.key }
  } catch {
    return null
  }
}

function signInOf({ env, ask, t: words }: Command) {
  const t = words.of('exchange')
  return {
    email: async () => env['MAILFERRY_EMAIL'] ?? (await ask(t('command.email'), false)),
    password: async () => env['MAILFERRY_PASSWORD'] ?? (await ask(t('command.password'), true)),
    code: () => ask(t('command.code'), false),
  }
}
