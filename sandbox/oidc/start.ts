// Starts the stand-in for the sign-in of a mail provider: OpenID Connect, with a page of its own and faults on command.
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type Configuration, interactionPolicy, Provider } from 'oidc-provider'
import { type Behaviour, type Fault, takeFault, usual } from './behaviour.ts'
import { type Memory, openMemory } from './memory.ts'
import { openPage, picture, signInPage } from './page.ts'
import { claimsOf, clientsOf, mailServer, type OidcClient, type OidcPerson, personOf } from './people.ts'

export interface OidcOptions {
  /** 0 takes a free one. */
  port: number
  clients: OidcClient[]
  people: OidcPerson[]
  /** Whoever names an address is let in as its owner, without a password: for trying the product out. */
  anybody?: boolean
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

export async function startOidc({ port, clients, people, anybody = false }: OidcOptions): Promise<Oidc> {
  const server = createServer()
  await listenOn(server, port)
  const at = server.address()
  const issuer = `http://127.0.0.1:${typeof at === 'object' ? at?.port : port}`
  const [behaviour, faults, ledger, memory]: [Behaviour, Fault[], Asked[], Memory] = [{ ...usual }, [], [], openMemory()]
  const provider = new Provider(issuer, { ...configurationOf(people, behaviour, memory), clients: clientsOf(clients) })
  provider.use(async (ctx, next) => {
    const hide = () => {
      ctx.respond = false
    }
    // Nobody stays signed in where anybody may be whoever they like.
    if (anybody && ctx.path === '/auth') ctx.req.headers.cookie = ''
    const fault = takeFault(faults, ctx.path)
    if (fault === 'hang') return hide()
    if (fault) Object.assign(ctx, 'status' in fault ? { status: fault.status, body: {} } : { status: 400, body: { error: fault.error } })
    else if (ctx.path.startsWith('/interaction/')) await interact(provider, people, anybody ? issuer : null, ctx.req, ctx.res, hide)
    else if (ctx.path.startsWith('/picture/')) Object.assign(ctx, { type: 'image/svg+xml', body: picture })
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

/** On this port, or on a free one where another program has it. */
async function listenOn(server: Server, port: number): Promise<void> {
  const listen = (at: number) =>
    new Promise<void>((done, fail) => server.once('error', fail).listen(at, '127.0.0.1', () => done(void server.off('error', fail))))
  await listen(port).catch(() => listen(0))
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
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['preferred_username', 'name', 'picture'] },
    conformIdTokenClaims: false,
    findAccount: (_ctx, subject) => {
      const person = people.find(one => one.subject === subject)
      return person && { accountId: subject, claims: async () => claimsOf(person) }
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
  /** Where anybody is let in; null where a password is asked for. */
  open: string | null,
  request: IncomingMessage,
  response: ServerResponse,
  takeOver: () => void,
): Promise<void> {
  const { uid, params } = await provider.interactionDetails(request, response)
  const clientId = textIn(params, 'client_id') ?? ''
  const asked = textIn(params, 'scope') ?? ''
  takeOver()
  const show = (address: string, problem: string) => {
    const page = open === null ? signInPage(uid, clientId, address, problem) : openPage(uid, clientId, address, problem)
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
  }
  if (request.method !== 'POST') return show(textIn(params, 'login_hint') ?? '', '')
  const form = new URLSearchParams(await readAll(request))
  if (form.get('answer') === 'deny')
    return provider.interactionFinished(request, response, { error: 'access_denied', error_description: 'The person declined.' })
  const address = form.get('address') ?? ''
  const person = open === null ? known(people, form) : welcome(people, personOf(form, open))
  if (!person) return show(address, open === null ? 'The address or the password is wrong.' : 'Enter an address, like ada@example.com.')
  const grant = new provider.Grant({ accountId: person.subject, clientId })
  // What a person leaves out of what is asked for, as Google lets them.
  for (const scope of asked.split(' '))
    if (form.getAll('without').includes(scope)) grant.rejectOIDCScope(scope)
    else grant.addOIDCScope(scope)
  const consent = { grantId: await grant.save() }
  await provider.interactionFinished(request, response, { login: { accountId: person.subject }, select_account: {}, consent })
}

const known = (people: OidcPerson[], form: URLSearchParams): OidcPerson | undefined =>
  people.find(one => one.address === form.get('address') && one.password === form.get('password'))

/** Who comes again is as they say they are now. */
function welcome(people: OidcPerson[], person: OidcPerson | null): OidcPerson | null {
  const at = people.findIndex(one => one.subject === person?.subject)
  if (person) people.splice(at < 0 ? people.length : at, at < 0 ? 0 : 1, person)
  return person
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
