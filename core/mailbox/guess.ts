// A first guess at the IMAP settings behind an address, by its domain alone; the person may change it, and the connection test decides.
export interface GuessedSettings {
  host: string
  port: number
  security: 'tls'
  username: string
}

// The large providers whose server is not `imap.` before their own domain.
const hosts: Record<string, string> = {
  'googlemail.com': 'imap.gmail.com',
  'outlook.com': 'outlook.office365.com',
  'hotmail.com': 'outlook.office365.com',
  'live.com': 'outlook.office365.com',
  'msn.com': 'outlook.office365.com',
  'yahoo.com': 'imap.mail.yahoo.com',
  'ymail.com': 'imap.mail.yahoo.com',
  'icloud.com': 'imap.mail.me.com',
  'me.com': 'imap.mail.me.com',
  'mac.com': 'imap.mail.me.com',
  'gmx.de': 'imap.gmx.net',
  't-online.de': 'secureimap.t-online.de',
  'posteo.de': 'posteo.de',
}

export function guessSettings(address: string): GuessedSettings | null {
  const domain = address.split('@')[1]?.trim().toLowerCase()
  if (!domain?.includes('.')) return null
  return { host: hosts[domain] ?? `imap.${domain}`, port: 993, security: 'tls', username: address.trim() }
}
