// Runs the filters command: reads the file, signs in, plans, and applies if asked to.
import { parseArgs } from 'node:util'
import type { FilterChange } from '../../../core/filters/exchange/diff.ts'
import type { Warning } from '../../../core/filters/exchange/imported.ts'
import { readFilterFile } from '../../../core/filters/exchange/read.ts'
import type { Words } from '../../../core/words/words.ts'
import { CommandError, openClient } from './client.ts'
import { applyPlan, type FilterPlan, isEmpty, makePlan } from './plan.ts'

export interface FiltersCommand {
  words: string[]
  env: Record<string, string | undefined>
  t: Words
  /** Rejects if there is no such file. */
  read(file: string): Promise<string>
  ask(question: string, isSecret: boolean): Promise<string>
}

/** Larger than for imports, because the user's own machine reads the file. */
const maxYamlLength = 2_000_000

export async function runCommand(command: FiltersCommand): Promise<{ text: string; failed: boolean }> {
  try {
    return await run(command)
  } catch (error) {
    if (error instanceof CommandError) return { text: error.message, failed: true }
    throw error
  }
}

async function run(command: FiltersCommand): Promise<{ text: string; failed: boolean }> {
  const t = command.t.of('exchange')
  const args = parseArguments(command.words)
  if (!args) throw new CommandError(t('command.usage'))
  const text = await command.read(args.file).catch(() => {
    throw new CommandError(t('command.no_file', { file: args.file }))
  })
  const file = readFilterFile(text, maxYamlLength)
  if (file.warnings.length > 0) return { text: formatMistakes(command.t, args.file, text, file.warnings), failed: true }
  const client = await openClient(args.url, args.key, signInPrompts(command), t)
  const plan = await makePlan(client, file)
  if (isEmpty(plan)) return { text: t('command.no_change'), failed: false }
  const planText = formatPlan(command.t, plan)
  if (!args.applies) return { text: `${planText}\n${t('command.to_apply')}`, failed: false }
  await applyPlan(client, plan, args.isConfirmed)
  return { text: `${planText}\n${t('command.applied')}`, failed: false }
}

interface FiltersArguments {
  file: string
  applies: boolean
  isConfirmed: boolean
  url: string
  key: string | undefined
}

function parseArguments(words: string[]): FiltersArguments | null {
  try {
    const text = { type: 'string' } as const
    const { values, positionals } = parseArgs({
      args: words,
      allowPositionals: true,
      options: { url: text, key: text, sure: { type: 'boolean' } },
    })
    const [verb, file, ...more] = positionals
    const url = (values.url ?? 'http://localhost:8080').replace(/\/+$/, '')
    if ((verb !== 'plan' && verb !== 'apply') || !file || more.length > 0 || !/^https?:$/.test(new URL(url).protocol)) return null
    return { file, applies: verb === 'apply', isConfirmed: values.sure === true, url, key: values.key }
  } catch {
    return null
  }
}

export function signInPrompts({ env, ask, t: words }: Pick<FiltersCommand, 'env' | 'ask' | 't'>) {
  const t = words.of('exchange')
  return {
    email: async () => env['MAILFERRY_EMAIL'] ?? (await ask(t('command.email'), false)),
    password: async () => env['MAILFERRY_PASSWORD'] ?? (await ask(t('command.password'), true)),
    code: () => ask(t('command.code'), false),
  }
}

export function formatMistakes(words: Words, file: string, text: string, mistakes: Warning[]): string {
  const t = words.of('exchange')
  const lines = mistakes.map(({ code, at, values }) => {
    const before = text.slice(0, at.start).split('\n')
    const place = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
    return t('command.place', { file, line: String(place.line), column: String(place.column), sentence: words.byId(code, values) })
  })
  return [...lines, t('command.nothing_saved')].join('\n')
}

function formatPlan(words: Words, { changes, lists }: FilterPlan): string {
  const t = words.of('exchange')
  const count = (kind: FilterChange['kind']): number => changes.filter(change => change.kind === kind).length
  return [
    ...changes.flatMap(change => [
      t(`command.${change.kind}`, { name: change.name, place: change.at + 1 }),
      ...change.lines.map(({ sign, text }) => `    ${sign} ${text}`),
    ]),
    ...lists.map(({ kind, name, more, less }) => t('command.list', { kind, name, more: more.length, less: less.length })),
    ...(changes.length === 0
      ? []
      : [t('command.sum', { added: count('added'), changed: count('changed'), moved: count('moved'), removed: count('removed') })]),
  ].join('\n')
}
