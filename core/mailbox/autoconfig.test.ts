// Tests parsing a domain's autoconfig, and what is rejected.
import { expect, test } from 'vitest'
import { readAutoconfig } from './autoconfig.ts'

const server = (inner: string, type = 'imap') => `<incomingServer type="${type}">${inner}</incomingServer>`
const file = (...servers: string[]) =>
  `<?xml version="1.0"?><clientConfig version="1.1"><emailProvider id="example.com"><domain>example.com</domain>${servers.join('')}</emailProvider></clientConfig>`
const imap = (host = 'imap.example.com', port = '993', socket = 'SSL', ways = ['password-cleartext'], username = '%EMAILADDRESS%') =>
  `<hostname>${host}</hostname><port>${port}</port><socketType>${socket}</socketType><username>${username}</username>${ways.map(way => `<authentication>${way}</authentication>`).join('')}`

test('servers are parsed in order, with placeholders filled in', () => {
  const xml = file(
    server(imap('pop.example.com', '995'), 'pop3'),
    server(imap('mail.%EMAILDOMAIN%', '993', 'SSL', ['OAuth2', 'password-cleartext'], '%EMAILLOCALPART%')),
    server(imap('imap.example.com', '143', 'STARTTLS')),
  )
  expect(readAutoconfig(xml, 'anna@example.com')).toEqual([
    { host: 'mail.example.com', port: 993, security: 'tls', username: 'anna', signIn: ['oauth2', 'password'] },
    { host: 'imap.example.com', port: 143, security: 'starttls', username: 'anna@example.com', signIn: ['password'] },
  ])
})

test.each([
  ['an unencrypted connection', file(server(imap('imap.example.com', '143', 'plain')))],
  ['an unsupported way to sign in', file(server(imap('imap.example.com', '993', 'SSL', ['NTLM'])))],
  ['an IP address as host', file(server(imap('127.0.0.1')))],
  ['a single label', file(server(imap('localhost')))],
  ['a host that includes a port', file(server(imap('imap.example.com:25')))],
  ['no port', file(server(imap('imap.example.com', 'x')))],
  ['an invalid port', file(server(imap('imap.example.com', '70000')))],
  ['a document type', `<!DOCTYPE x [<!ENTITY e "imap.example.com">]>${file(server(imap('&e;')))}`],
  ['an unknown entity', file(server(imap('&e;')))],
  ['broken XML', file(server(imap())).slice(0, -20)],
  ['an HTML page', '<!doctype html><html><body>404</body></html>'],
  ['nothing', ''],
  ['a file that is too large', `${' '.repeat(300_000)}${file(server(imap()))}`],
])('%s yields no settings', (_what, xml) => {
  expect(readAutoconfig(xml, 'anna@example.com')).toEqual([])
})
