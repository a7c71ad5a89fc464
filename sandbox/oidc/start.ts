// Starts the stand-in for the sign-in of a mail provider: OpenID Connect, with a page of its own and faults on command.
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type Configuration, interactionPolicy, Provider } from 'oidc-provider'
import { type Behaviour, type Fault, takeFault, usual } from './behaviour.ts'
import { type Memory, openMemory } from './memory.ts'
import { signInPage } from './page.ts'
import { clientsOf, mailServer, type OidcClient, type OidcPerson } from './people.ts'

export interface OidcOptions {
  /** 0 takes a free one. */
  port: number
  clients: OidcClient[]
  people: OidcPerson[]
}

/** What was asked of it: the path, the grant where a token was asked for, and what it answered. */
export interface Asked {
  path: string
  grant: string | null
  status: number
  error: string | null
}

export interface Oidc {
  issuer: string
  /** For a mail server: says whether a token is good and whose it is (RFC 7662), with the name and password of that server in it. */
  introspectionUrl: string
  behaviour: Behaviour
  faults: Fault[]
  ledger: Asked[]
  expireAccessTokens(): void
  forget(subject: string): void
  stop(): Promise<void>
}

export async function startOidc({ port, clients, people }: OidcOptions): Promise<Oidc> {
  const server = createServer()
  await new Promise<void>(done => server.listen(port, '127.0.0.1', done))
  const at = server.address()
  const issuer = `http://127.0.0.1:${typeof at === 'object' ? at?.port : port}`
  const [behaviour, faults, ledger, memory]: [Behaviour, Fault[], Asked[], Memory] = [{ ...usual }, [], [], openMemory()]
  const provider = new Provider(issuer, { ...configurationOf(people, behaviour, memory), clients: clientsOf(clients) })
  provider.use(async (ctx, next) => {
    const hide = () => {
      ctx.respond = false
    }
    const fault = takeFault(faults, ctx.path)
    if (fault === 'hang') return hide()
    if (fault) Object.assign(ctx, 'status' in fault ? { status: fault.status, body: {} } : { status: 400, body: { error: fault.error } })
    else if (ctx.path.startsWith('/interaction/')) await interact(provider, people, ctx.req, ctx.res, hide)
    else await next()
    const asked = wordIn(ctx['oidc'], 'params')
    ledger.push({ path: ctx.path, grant: textIn(asked, 'grant_type'), status: ctx.status, error: textIn(ctx.body, 'error') })
  })
  const answer = provider.callback()
  server.on('request', (request, response) => void answer(request, response))
  const introspection = new URL(`${issuer}/token/introspection`)
  Object.assign(introspection, { username: mailServer.id, password: mailServer.secret })
  return {
    issuer,
    introspectionUrl: introspection.href,
    behaviour,
    faults,
    ledger,
    expireAccessTokens: memory.expireAccessTokens,
    forget: memory.forget,
    stop: async () => {
      server.closeAllConnections()
      await new Promise(done => server.close(done))
    },
  }
}

function configurationOf(people: OidcPerson[], behaviour: Behaviour, memory: Memory): Configuration {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }))
  return {
    adapter: memory.adapter,
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    scopes: ['openid', 'offline_access', 'https://mail.google.com/', 'https://outlook.office.com/IMAP.AccessAsUser.All'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['preferred_username'] },
    conformIdTokenClaims: false,
    findAccount: (_ctx, subject) => {
      const address = people.find(person => person.subject === subject)?.address
      const claims = { sub: subject, email: address, email_verified: true, preferred_username: address }
      return address === undefined ? undefined : { accountId: subject, claims: async () => claims }
    },
    extraTokenClaims: (_ctx, token) =>
      'accountId' in token ? { email: people.find(person => person.subject === token.accountId)?.address } : undefined,
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => behaviour.revokes && token.clientId === client.clientId },
      introspection: { enabled: true, allowedPolicy: (_ctx, client) => client.clientId === mailServer.id },
    },
    interactions: { policy, url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: () => behaviour.rotates,
    pkce: { required: () => true },
    ttl: {
      AccessToken: () => behaviour.accessTokenSeconds,
      RefreshToken: 86_400,
      IdToken: 3600,
      Grant: 86_400,
      Session: 3600,
      Interaction: 3600,
    },
  }
}

/** Shows the page, and takes what the person answered there. */
async function interact(
  provider: Provider,
  people: OidcPerson[],
  request: IncomingMessage,
  response: ServerResponse,
  takeOver: () => void,
): Promise<void> {
  const { uid, params } = await provider.interactionDetails(request, response)
  const clientId = textIn(params, 'client_id') ?? ''
  const asked = textIn(params, 'scope') ?? ''
  takeOver()
  const show = (address: string, problem: string) =>
    void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(signInPage(uid, clientId, address, problem))
  if (request.method !== 'POST') return show(textIn(params, 'login_hint') ?? '', '')
  const form = new URLSearchParams(await readAll(request))
  if (form.get('answer') === 'deny')
    return provider.interactionFinished(request, response, { error: 'access_denied', error_description: 'The person declined.' })
  const address = form.get('address') ?? ''
  const person = people.find(one => one.address === address && one.password === form.get('password'))
  if (!person) return show(address, 'The address or the password is wrong.')
  const grant = new provider.Grant({ accountId: person.subject, clientId })
  // What a person leaves out of what is asked for, as Google lets them.
  for (const scope of asked.split(' '))
    if (form.getAll('without').includes(scope)) grant.rejectOIDCScope(scope)
    else grant.addOIDCScope(scope)
  const consent = { grantId: await grant.save() }
  await provider.interactionFinished(request, response, { login: { accountId: person.subject }, select_account: {}, consent })
}

async function readAll(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request.setEncoding('utf8')) text += String(part)
  return text
}

const wordIn = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

function textIn(value: unknown, name: string): string | null {
  const word = wordIn(value, name)
  return typeof word === 'string' ? word : null
}
