// A third-party mail client (node-imap) that independently checks what we did to a mailbox.
import Imap from 'imap'

/** A mail as it lies in a folder: its flags, and the fields of its head, unfolded. */
export interface Lying {
  folder: string
  flags: string[]
  head: Record<string, string>
}

export interface MailClient {
  folders(): Promise<string[]>
  /** Every mail of a folder; none where there is no such folder. */
  mailsIn(folder: string): Promise<Lying[]>
  end(): void
}

export async function openMailClient(port: number, user: string, password: string): Promise<MailClient> {
  const imap = new Imap({ host: '127.0.0.1', port, user, password, autotls: 'never', keepalive: false })
  // What breaks off is seen by whoever asks next.
  imap.on('error', () => undefined)
  await new Promise<void>((done, fail) => {
    imap.once('ready', done)
    imap.once('error', fail)
    imap.connect()
  })
  const folders = () =>
    new Promise<string[]>((done, fail) => imap.getBoxes((error: Error | null, boxes) => (error ? fail(error) : done(Object.keys(boxes)))))
  return {
    folders,
    async mailsIn(folder) {
      if (!(await folders()).includes(folder)) return []
      const box = await new Promise<Imap.Box>((done, fail) =>
        imap.openBox(folder, true, (error, opened) => (error ? fail(error) : done(opened))),
      )
      return box.messages.total === 0 ? [] : fetchAll(imap, folder)
    },
    end: () => imap.end(),
  }
}

function fetchAll(imap: Imap, folder: string): Promise<Lying[]> {
  return new Promise((done, fail) => {
    const mails: Lying[] = []
    const fetching = imap.seq.fetch('1:*', { bodies: 'HEADER' })
    fetching.on('message', message => {
      const mail: Lying = { folder, flags: [], head: {} }
      mails.push(mail)
      message.on('attributes', ({ flags }) => mail.flags.push(...flags))
      message.on('body', stream => {
        const parts: Buffer[] = []
        stream.on('data', (part: Buffer) => parts.push(part))
        stream.once('end', () => Object.assign(mail.head, headOf(Buffer.concat(parts).toString('utf8'))))
      })
    })
    fetching.once('error', fail)
    fetching.once('end', () => done(mails))
  })
}

function headOf(text: string): Record<string, string> {
  const fields = Object.entries(Imap.parseHeader(text))
  return Object.fromEntries(fields.map(([name, [value = '']]) => [name, value.replaceAll(/\s+/g, ' ').trim()]))
}
