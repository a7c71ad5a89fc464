// Forwards email with as little code as possible (imapflow and one request, no database, no retries), as a latency baseline.
import { ImapFlow } from 'imapflow'
import PostalMime from 'postal-mime'

export interface BareWatcher {
  stop(): Promise<void>
}

interface BareOptions {
  port: number
  user: string
  password: string
  graphUrl: string
  phone: string
}

export async function watchBare({ port, user, password, graphUrl, phone }: BareOptions): Promise<BareWatcher> {
  const client = new ImapFlow({ host: '127.0.0.1', port, secure: false, doSTARTTLS: false, auth: { user, pass: password }, logger: false })
  await client.connect()
  const lock = await client.getMailboxLock('INBOX')
  lock.release()
  let forwarded = client.mailbox ? client.mailbox.exists : 0
  let isStopped = false
  const watching = (async () => {
    while (!isStopped) {
      const exists = client.mailbox ? client.mailbox.exists : 0
      if (exists > forwarded) {
        for await (const message of client.fetch(`${forwarded + 1}:${exists}`, { source: true })) {
          if (message.source) await send(graphUrl, phone, await PostalMime.parse(message.source))
        }
        forwarded = exists
      } else {
        const arrived = new Promise(done => client.once('exists', done))
        const idling = client.idle()
        await Promise.race([arrived, idling])
      }
    }
  })()
  watching.catch(() => undefined)
  return {
    stop: async () => {
      isStopped = true
      client.close()
    },
  }
}

async function send(graphUrl: string, to: string, email: { subject?: string | undefined; text?: string | undefined }): Promise<void> {
  await fetch(`${graphUrl}/v26.0/100000000000001/messages`, {
    method: 'POST',
    headers: { authorization: 'Bearer sandbox-token', 'content-type': 'application/json' },
    body: JSON.stringify({
      messaging_product: 'whatsapp',
      to,
      type: 'text',
      text: { body: `${email.subject}\n\n${email.text?.slice(0, 1000)}` },
    }),
  })
}
