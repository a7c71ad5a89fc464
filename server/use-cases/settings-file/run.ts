// Runs the settings command: reads what the server has, then writes it down, or plans and applies a file.
import { parseArgs } from 'node:util'
import { planSettings } from '../../../core/settings-file/plan.ts'
import { readSettingsFile } from '../../../core/settings-file/read.ts'
import { namesIn, type SettingsState } from '../../../core/settings-file/state.ts'
import { twinsIn, writeSettings } from '../../../core/settings-file/write.ts'
import type { Words } from '../../../core/words/words.ts'
import { type Client, CommandError, openClient } from '../../filters/command/client.ts'
import { formatMistakes, signInPrompts } from '../../filters/command/run.ts'
import { looksLikeKey } from '../../foundation/http/authentication.ts'
import { applyCalls } from './apply.ts'
import { formatNotes, formatPlan } from './format.ts'
import { readState } from './state.ts'

export interface SettingsCommand {
  words: string[]
  env: Record<string, string | undefined>
  t: Words
  /** Rejects if there is no such file. */
  read(file: string): Promise<string>
  ask(question: string, isSecret: boolean): Promise<string>
}

export interface SettingsOutcome {
  text: string
  failed: boolean
  /** For people, beside an output that is a file. */
  notes?: string
}

export async function runSettingsCommand(command: SettingsCommand): Promise<SettingsOutcome> {
  try {
    return await run(command)
  } catch (error) {
    if (error instanceof CommandError) return { text: error.message, failed: true }
    throw error
  }
}

async function run(command: SettingsCommand): Promise<SettingsOutcome> {
  const t = command.t.of('settingsfile')
  const args = parseArguments(command)
  if (!args) throw new CommandError(t('usage'))
  const text = args.file === null ? '' : await readText(command, args.file)
  const client = await openClient(args.url, args.key, signInPrompts(command), command.t.of('exchange'))
  const state = await readState(client)
  const twins = twinsIn(state)
  if (twins.length > 0) throw new CommandError(t('twins', { names: twins.join(', ') }))
  if (args.file === null) return exported(state, t('exported'))
  return planOrApply(command, args, { client, state, text, file: args.file })
}

const exported = (state: SettingsState, notes: string): SettingsOutcome => ({ text: writeSettings(state), failed: false, notes })

interface Opened {
  client: Client
  state: SettingsState
  text: string
  file: string
}

async function planOrApply(
  command: SettingsCommand,
  args: SettingsArguments,
  { client, state, text, file }: Opened,
): Promise<SettingsOutcome> {
  const t = command.t.of('settingsfile')
  const { file: wanted, warnings } = readSettingsFile(text, namesIn(state))
  if (warnings.length > 0) return { text: formatMistakes(command.t, file, text, warnings), failed: true }
  const isKey = args.key !== undefined && looksLikeKey(args.key)
  const plan = planSettings(wanted, state, { deletes: args.deletes, isKey, sureOfMany: args.isConfirmed })
  const notes = formatNotes(t, plan)
  if (plan.steps.length === 0) return { text: [t(notes.length === 0 ? 'noChange' : 'noChangeBut'), ...notes].join('\n'), failed: false }
  const lines = [...formatPlan(t, plan), ...notes]
  if (!args.applies) return { text: [...lines, t('toApply')].join('\n'), failed: false }
  await applyCalls(client, plan.calls, command.env, t)
  return { text: [...lines, t('applied')].join('\n'), failed: false }
}

const readText = (command: SettingsCommand, file: string): Promise<string> =>
  command.read(file).catch(() => {
    throw new CommandError(command.t.of('exchange')('command.no_file', { file }))
  })

interface SettingsArguments {
  /** Null for an export. */
  file: string | null
  applies: boolean
  deletes: boolean
  isConfirmed: boolean
  url: string
  key: string | undefined
}

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const

function parseArguments({ words, env }: SettingsCommand): SettingsArguments | null {
  try {
    const options = { url: text, key: text, sure: flag, delete: flag }
    const { values, positionals } = parseArgs({ args: words, allowPositionals: true, options })
    const [verb = '', file = null, ...more] = positionals
    const url = (values.url ?? env['MAILFERRY_URL'] ?? 'http://localhost:8080').replace(/\/+$/, '')
    const isVerb = verb === 'export' ? file === null : ['plan', 'apply'].includes(verb) && file !== null
    if (!isVerb || more.length > 0 || !/^https?:$/.test(new URL(url).protocol)) return null
    const key = values.key ?? env['MAILFERRY_KEY']
    return {
      file,
      applies: verb === 'apply',
      deletes: values.delete === true,
      isConfirmed: values.sure === true,
      url,
      key: key || undefined,
    }
  } catch {
    return null
  }
}
