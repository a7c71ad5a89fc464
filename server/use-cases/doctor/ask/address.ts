// Calls our own public address the way WhatsApp will.
import { type HttpAsk, type Outside, OutsideError } from '../../../foundation/outside.ts'
import { keyedDigest, randomToken } from '../../../foundation/seal.ts'
import type { DoctorDeps } from '../deps.ts'
import type { DoctorFinding } from '../finding.ts'
import { judgeAddress, judgeAddressForm, judgeHandshake, judgeSignature, type Reached } from '../judge/address.ts'

const patienceMs = 10_000

export async function askAddress({ config, outside }: DoctorDeps): Promise<DoctorFinding> {
  const wrong = judgeAddressForm(config)
  return wrong ?? judgeAddress(await reach(outside, { method: 'GET', url: `${config.publicUrl}/api/config` }), config)
}

export async function askHandshake({ config, outside }: DoctorDeps): Promise<DoctorFinding> {
  const challenge = randomToken(12)
  const ask = (verifyToken: string) => {
    const query = new URLSearchParams({ 'hub.mode': 'subscribe', 'hub.verify_token': verifyToken, 'hub.challenge': challenge })
    return reach(outside, { method: 'GET', url: `${webhookOf(config)}?${query.toString()}` })
  }
  const right = await ask(config.whatsapp.verifyToken)
  return judgeHandshake(right, await ask(randomToken()), challenge, webhookOf(config))
}

export async function askSignature({ config, outside }: DoctorDeps): Promise<DoctorFinding> {
  // A payload of WhatsApp's form in which nothing has happened.
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry: [] })
  const ask = (secret: string) =>
    reach(outside, {
      method: 'POST',
      url: webhookOf(config),
      headers: {
        'content-type': 'application/json',
        'x-hub-signature-256': `sha256=${keyedDigest(Buffer.from(secret), body).toString('hex')}`,
      },
      body,
    })
  const right = await ask(config.whatsapp.appSecret)
  return judgeSignature(right, await ask(randomToken()), webhookOf(config))
}

export const webhookOf = ({ publicUrl }: { publicUrl: string }): string => `${publicUrl}/webhooks/whatsapp`

async function reach(outside: Outside, ask: Omit<HttpAsk, 'timeoutMs'>): Promise<Reached> {
  try {
    const { status, body } = await outside.request({ ...ask, timeoutMs: patienceMs })
    return { kind: 'answer', status, body: body.toString('utf8') }
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    return { kind: 'none', why: error.kind, message: error.message }
  }
}
