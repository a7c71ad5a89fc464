// Tests a sign-in provider: reads its discovery document, and sends an invented code to see whether it accepts the client secret.
import { z } from 'zod/mini'
import type { SettingFinding } from '../../../../../core/api/admin/settings.ts'
import { openConfiguration } from '../../../../foundation/outside/openid.ts'
import { OutsideError } from '../../../../foundation/outside.ts'
import type { TryDeps } from './deps.ts'

interface Client {
  ids: string[]
  secret: string
}

const timeoutMs = 8_000
const TokenError = z.object({ error: z.string() })

export async function tryOpenId(deps: TryDeps, client: (Client & { issuer: string }) | null): Promise<SettingFinding[]> {
  const { say, outside, now } = deps
  if (!client) return [{ state: 'ok', text: say('try.provider.off') }]
  const { host } = new URL(client.issuer)
  const registration = { issuer: client.issuer, clientId: client.ids[0] ?? '', clientSecret: client.secret }
  try {
    const configuration = await openConfiguration(registration, { outside, now, timeoutMs })()
    const { token_endpoint: tokenUrl } = configuration.serverMetadata()
    return tokenUrl ? [await trySecret(deps, tokenUrl, client)] : [{ state: 'failing', text: say('try.provider.noToken', { host }) }]
  } catch (error) {
    return [{ state: 'failing', text: say('try.provider.discovery', { host, why: messageOf(error) }) }]
  }
}

export async function tryGitHub(deps: TryDeps, client: (Client & { url: string }) | null): Promise<SettingFinding[]> {
  const { say } = deps
  if (!client) return [{ state: 'ok', text: say('try.provider.off') }]
  try {
    return [await trySecret(deps, `${client.url}/login/oauth/access_token`, client)]
  } catch (error) {
    return [{ state: 'failing', text: say('try.provider.silent', { host: new URL(client.url).host, why: messageOf(error) }) }]
  }
}

/** RFC 6749 §5.2; GitHub uses error codes of its own. */
const wrongClient = new Set(['invalid_client', 'unauthorized_client', 'incorrect_client_credentials'])
const wrongCode = new Set(['invalid_grant', 'bad_verification_code', 'invalid_request'])

async function trySecret({ outside, say, config }: TryDeps, url: string, { ids, secret }: Client): Promise<SettingFinding> {
  const form = new URLSearchParams({
    ...{ grant_type: 'authorization_code', code: 'mailferry-tries-its-settings', client_id: ids[0] ?? '', client_secret: secret },
    redirect_uri: `${config.publicUrl}/auth/v1/callback`,
  })
  const response = await outside.request({
    ...{ method: 'POST', url, body: form.toString(), timeoutMs },
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
  })
  const { host } = new URL(url)
  const error = TokenError.safeParse(parseJson(response.body)).data?.error ?? null
  // For an unknown client ID, GitHub answers with an error page and status 404.
  if ((error !== null && wrongClient.has(error)) || response.status === 401)
    return { state: 'refused', text: say('try.provider.refused', { host }) }
  if (error !== null && wrongCode.has(error)) return { state: 'ok', text: say('try.provider.ok', { host }) }
  return { state: 'attention', text: say('try.provider.unclear', { host, why: error ?? `HTTP ${response.status}` }) }
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return null
  }
}

export const messageOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof OutsideError ? error.cause : error
  return (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '')
}
