// Starts the stand-in for OpenID Connect providers, with a sign-in page and faults on request.
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { ParsedUrlQuery } from 'node:querystring'
import { type Configuration, interactionPolicy, Provider } from 'oidc-provider'
import { type Behaviour, defaultBehaviour, type Fault, takeFault } from './behaviour.ts'
import { type Memory, openMemory } from './memory.ts'
import { openPage, picture, signInPage } from './page.ts'
import { clientMetadata, mailServer, type OidcClient, type OidcPerson, parsePerson, personClaims } from './people.ts'

export interface OidcOptions {
  /** 0 picks a free port. */
  port: number
  clients: OidcClient[]
  people: OidcPerson[]
  /** Lets anyone sign in with any address and no password, for trying the product out. */
  allowAnyone?: boolean
}

/** A request: its path, the grant type of a token request, and the response. */
export interface OidcRequest {
  path: string
  grant: string | null
  status: number
  error: string | null
}

export interface Oidc {
  issuer: string
  /** Token introspection for a mail server (RFC 7662); the URL includes its client id and secret. */
  introspectionUrl: string
  behaviour: Behaviour
  faults: Fault[]
  ledger: OidcRequest[]
  expireAccessTokens(): void
  forget(subject: string): void
  stop(): Promise<void>
}

export async function startOidc({ port, clients, people, allowAnyone = false }: OidcOptions): Promise<Oidc> {
  const server = createServer()
  await listenOrFallBack(server, port)
  const address = server.address()
  const issuer = `http://127.0.0.1:${typeof address === 'object' ? address?.port : port}`
  const [behaviour, faults, ledger, memory]: [Behaviour, Fault[], OidcRequest[], Memory] = [{ ...defaultBehaviour }, [], [], openMemory()]
  const provider = new Provider(issuer, { ...makeConfiguration(people, behaviour, memory), clients: clientMetadata(clients) })
  provider.use(async (ctx, next) => {
    const takeOver = () => {
      ctx.respond = false
    }
    // If anyone may sign in as anyone, no session is kept.
    if (allowAnyone && ctx.path === '/auth') ctx.req.headers.cookie = ''
    if (ctx.path === '/auth') ctx.query = withConsent(ctx.query)
    const fault = takeFault(faults, ctx.path)
    if (fault === 'hang') return takeOver()
    if (fault) Object.assign(ctx, 'status' in fault ? { status: fault.status, body: {} } : { status: 400, body: { error: fault.error } })
    else if (ctx.path.startsWith('/interaction/'))
      await handleInteraction(provider, people, allowAnyone ? issuer : null, ctx.req, ctx.res, takeOver)
    else if (ctx.path.startsWith('/picture/')) Object.assign(ctx, { type: 'image/svg+xml', body: picture })
    else await next()
    const params = readField(ctx['oidc'], 'params')
    ledger.push({ path: ctx.path, grant: readText(params, 'grant_type'), status: ctx.status, error: readText(ctx.body, 'error') })
  })
  const handle = provider.callback()
  server.on('request', (request, response) => void handle(request, response))
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
      await new Promise(resolve => server.close(resolve))
    },
  }
}

/** Microsoft gives refresh tokens (`offline_access`) without being asked for a consent page; the library does not. */
function withConsent(query: ParsedUrlQuery): ParsedUrlQuery {
  const [scope, prompt] = [readText(query, 'scope') ?? '', readText(query, 'prompt') ?? '']
  if (!scope.split(' ').includes('offline_access') || prompt.split(' ').includes('consent')) return query
  return { ...query, prompt: `${prompt} consent`.trim() }
}

/** Listens on this port, or on a free one if it is taken. */
async function listenOrFallBack(server: Server, port: number): Promise<void> {
  const listen = (address: number) =>
    new Promise<void>((resolve, reject) =>
      server.once('error', reject).listen(address, '127.0.0.1', () => resolve(void server.off('error', reject))),
    )
  await listen(port).catch(() => listen(0))
}

function makeConfiguration(people: OidcPerson[], behaviour: Behaviour, memory: Memory): Configuration {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }))
  return {
    adapter: memory.adapter,
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    scopes: [
      ...['openid', 'offline_access', 'https://mail.google.com/'],
      ...['https://outlook.office.com/IMAP.AccessAsUser.All', 'https://outlook.office.com/SMTP.Send'],
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['preferred_username', 'name', 'picture'] },
    conformIdTokenClaims: false,
    findAccount: (_ctx, subject) => {
      const person = people.find(person => person.subject === subject)
      return person && { accountId: subject, claims: async () => personClaims(person) }
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

/** Shows the sign-in page and processes the submitted form. */
async function handleInteraction(
  provider: Provider,
  people: OidcPerson[],
  /** The issuer if anyone may sign in; null if a password is required. */
  openIssuer: string | null,
  request: IncomingMessage,
  response: ServerResponse,
  takeOver: () => void,
): Promise<void> {
  const { uid, params } = await provider.interactionDetails(request, response)
  const clientId = readText(params, 'client_id') ?? ''
  const scopes = readText(params, 'scope') ?? ''
  takeOver()
  const showPage = (address: string, problem: string) => {
    const page = openIssuer === null ? signInPage(uid, clientId, address, problem) : openPage(uid, clientId, address, problem)
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
  }
  if (request.method !== 'POST') return showPage(readText(params, 'login_hint') ?? '', '')
  const form = new URLSearchParams(await readBody(request))
  if (form.get('answer') === 'deny')
    return provider.interactionFinished(request, response, { error: 'access_denied', error_description: 'The person declined.' })
  const address = form.get('address') ?? ''
  const person = openIssuer === null ? findPerson(people, form) : upsertPerson(people, parsePerson(form, openIssuer))
  if (!person)
    return showPage(address, openIssuer === null ? 'The address or the password is wrong.' : 'Enter an address, like ada@example.com.')
  const grant = new provider.Grant({ accountId: person.subject, clientId })
  // Users may deny single scopes, as at Google.
  for (const scope of scopes.split(' '))
    if (form.getAll('without').includes(scope)) grant.rejectOIDCScope(scope)
    else grant.addOIDCScope(scope)
  const consent = { grantId: await grant.save() }
  await provider.interactionFinished(request, response, { login: { accountId: person.subject }, select_account: {}, consent })
}

const findPerson = (people: OidcPerson[], form: URLSearchParams): OidcPerson | undefined =>
  people.find(person => person.address === form.get('address') && person.password === form.get('password'))

/** Adds a user, or replaces one with the same address. */
function upsertPerson(people: OidcPerson[], person: OidcPerson | null): OidcPerson | null {
  const address = people.findIndex(person => person.subject === person?.subject)
  if (person) people.splice(address < 0 ? people.length : address, address < 0 ? 0 : 1, person)
  return person
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request.setEncoding('utf8')) text += String(part)
  return text
}

const readField = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

function readText(value: unknown, name: string): string | null {
  const word = readField(value, name)
  return typeof word === 'string' ? word : null
}
