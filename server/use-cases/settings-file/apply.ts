// Makes the calls of a plan in order. What stops halfway is finished by running it again.
import { z } from 'zod/mini'
import type { ApiCall } from '../../../core/settings-file/steps.ts'
import type { Translate } from '../../../core/words/words.ts'
import { type Client, CommandError } from '../../filters/command/client.ts'

const Made = z.looseObject({ id: z.optional(z.string()) })

export async function applyCalls(
  client: Client,
  calls: ApiCall[],
  env: Record<string, string | undefined>,
  t: Translate<'settingsfile'>,
): Promise<void> {
  const missing = calls.flatMap(({ passwordEnv }) => (passwordEnv && !env[passwordEnv] ? [passwordEnv] : []))
  if (missing.length > 0) throw new CommandError(t('noPassword', { names: missing.join(', ') }))
  const ids = new Map<string, string>()
  for (const [done, call] of calls.entries()) {
    const withIds = (text: string): string => [...ids].reduce((now, [stands, id]) => now.replaceAll(stands, id), text)
    const body: unknown = call.body && JSON.parse(withIds(JSON.stringify(call.body)))
    const password = call.passwordEnv && { password: env[call.passwordEnv] }
    const made = await client.request(Made, call.method, withIds(call.path), body && { ...body, ...password }).catch((error: unknown) => {
      throw error instanceof CommandError ? new CommandError(`${error.message}\n${t('stopped', { done, all: calls.length })}`) : error
    })
    if (call.stands && made.id) ids.set(call.stands, made.id)
  }
}
