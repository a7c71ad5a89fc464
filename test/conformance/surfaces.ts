// Lists the methods of the official client, read from the client itself: each object that callers can get, with its methods.
import { createClient } from '@supabase/supabase-js'
import { createClient as createClient249 } from 'supabase-js-2-49'

export type Version = '2.119' | '2.49.8'

const options = { auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false } }
const opened: Record<Version, unknown> = {
  '2.119': createClient('http://client.example', 'key', options),
  '2.49.8': Reflect.apply(createClient249, undefined, ['http://client.example', 'key', options]),
}

/** Where an object is found: steps of names, and of calls with arguments. */
type Step = string | [method: string, ...given: unknown[]]
const surfaces: Record<string, Step[]> = {
  client: [],
  auth: ['auth'],
  'auth.mfa': ['auth', 'mfa'],
  'auth.mfa.webauthn': ['auth', 'mfa', 'webauthn'],
  'auth.mfa.recoveryCodes': ['auth', 'mfa', 'recoveryCodes'],
  'auth.passkey': ['auth', 'passkey'],
  'auth.oauth': ['auth', 'oauth'],
  'auth.admin': ['auth', 'admin'],
  'auth.admin.mfa': ['auth', 'admin', 'mfa'],
  'auth.admin.passkey': ['auth', 'admin', 'passkey'],
  'auth.admin.oauth': ['auth', 'admin', 'oauth'],
  'auth.admin.customProviders': ['auth', 'admin', 'customProviders'],
  'from()': [['from', 'table']],
  'from().select()': [
    ['from', 'table'],
    ['select', '*'],
  ],
  functions: ['functions'],
  realtime: ['realtime'],
  'channel()': [['channel', 'name']],
  storage: ['storage'],
  'storage.from()': ['storage', ['from', 'bucket']],
  'storage.analytics': ['storage', 'analytics'],
  'storage.vectors': ['storage', 'vectors'],
}

/** Methods that callers are not meant to use: the client's types hide them, or they are what others are made of. */
const inside = new Set(
  [
    ['client', 'fetch', 'functionsFetch'],
    ['auth', 'fetch', 'lock', 'logger', 'isThrowOnErrorEnabled', 'fetchJwk'],
    ['auth', 'signInWithEthereum', 'signInWithSolana', 'linkIdentityOAuth', 'linkIdentityIdToken'],
    ['auth.admin', 'fetch'],
    ['from()', 'fetch', 'cloneRequestState'],
    ['from().select()', 'fetch', 'then', 'processResponse'],
    ['functions', 'fetch'],
    [
      'realtime',
      'fetch',
      'accessToken',
      'log',
      'logger',
      'hasLogger',
      'push',
      'reconnectAfterMs',
      'encode',
      'decode',
      'flushSendBuffer',
      'setupConnection',
    ],
    ['channel()', 'copyBindings'],
    ['storage', 'fetch', 'bucketLifecycleUrl', 'listBucketOptionsToQueryString', 'handleOperation'],
    ['storage.from()', 'fetch', 'uploadOrUpdate', 'prepareUploadFormData', 'encodeMetadata', 'toBase64', 'handleOperation'],
    ['storage.from()', 'applyTransformOptsToQuery', 'transformOptsToQueryString'],
    ['storage.analytics', 'fetch', 'handleOperation'],
    ['storage.vectors', 'fetch', 'handleOperation'],
  ].flatMap(([surface, ...names]) => names.map(name => `${surface}.${name}`)),
)

/** Every call of that version: `auth.signUp`, `from().select().eq`. */
export function callsOf(version: Version): Set<string> {
  const calls = Object.entries(surfaces).flatMap(([name, steps]) => {
    const found = steps.reduce<unknown>(follow, opened[version])
    return found === undefined ? [] : methodsOf(found).map(method => `${name}.${method}`)
  })
  return new Set(calls.filter(call => !inside.has(call)))
}

function follow(from: unknown, step: Step): unknown {
  if (from === undefined || from === null) return undefined
  if (typeof step === 'string') return Reflect.get(Object(from), step)
  const [method, ...given] = step
  const called: unknown = Reflect.get(Object(from), method)
  return typeof called === 'function' ? Reflect.apply(called, from, given) : undefined
}

/** Its own and those of its classes; a leading _ is the client's own mark for what is inside. */
function methodsOf(from: unknown): string[] {
  const names = new Set<string>()
  for (let at: unknown = from; at && at !== Object.prototype; at = Object.getPrototypeOf(at))
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(at)))
      if (typeof value === 'function' && name !== 'constructor' && !name.startsWith('_')) names.add(name)
  return [...names]
}
