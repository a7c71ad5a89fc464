// Calls our own public address the way WhatsApp will call it.
import { type HttpRequest, type Outside, OutsideError } from '../../../foundation/outside.ts'
import { keyedDigest, randomToken } from '../../../foundation/seal.ts'
import type { DoctorDeps } from '../deps.ts'
import type { DoctorFinding } from '../finding.ts'
import { judgeAddress, judgeAddressForm, judgeHandshake, judgeSignature, type ProbeResult } from '../judge/address.ts'

const timeoutMs = 10_000

export async function checkAddress({ config, outside }: DoctorDeps): Promise<DoctorFinding> {
  const problem = judgeAddressForm(config)
  return problem ?? judgeAddress(await probe(outside, { method: 'GET', url: `${config.publicUrl}/api/config` }), config)
}

export async function checkHandshake({ config, outside }: DoctorDeps): Promise<DoctorFinding> {
  const challenge = randomToken(12)
  const request = (verifyToken: string) => {
    const query = new URLSearchParams({ 'hub.mode': 'subscribe', 'hub.verify_token': verifyToken, 'hub.challenge': challenge })
    return probe(outside, { method: 'GET', url: `${webhookUrl(config)}?${query.toString()}` })
  }
  const correct = await request(config.whatsapp.verifyToken)
  return judgeHandshake(correct, await request(randomToken()), challenge, webhookUrl(config))
}

export async function checkSignature({ config, outside }: DoctorDeps): Promise<DoctorFinding> {
  // A payload of WhatsApp's form in which nothing has happened.
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry: [] })
  const request = (secret: string) =>
    probe(outside, {
      method: 'POST',
      url: webhookUrl(config),
      headers: {
        'content-type': 'application/json',
        'x-hub-signature-256': `sha256=${keyedDigest(Buffer.from(secret), body).toString('hex')}`,
      },
      body,
    })
  const correct = await request(config.whatsapp.appSecret)
  return judgeSignature(correct, await request(randomToken()), webhookUrl(config))
}

export const webhookUrl = ({ publicUrl }: { publicUrl: string }): string => `${publicUrl}/webhooks/whatsapp`

async function probe(outside: Outside, request: Omit<HttpRequest, 'timeoutMs'>): Promise<ProbeResult> {
  try {
    const { status, body } = await outside.request({ ...request, timeoutMs: timeoutMs })
    return { kind: 'answer', status, body: body.toString('utf8') }
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    return { kind: 'none', why: error.kind, message: error.message }
  }
}
