// API shapes of the console's security page: signing keys, the age of secrets, and the software bill of materials.
import { z } from 'zod/mini'
import { PageQuery, pageOf, shape, Time } from '../shape.ts'
import { Reason } from './action.ts'

const SigningKey = z.object({
  kid: z.string(),
  state: z.enum(['next', 'signing', 'verifying']),
  createdAt: Time,
  signsAt: Time,
  retiresAt: z.nullable(Time),
})
export type SigningKey = z.infer<typeof SigningKey>
export const listSigningKeysApi = shape({ status: 200, answer: z.object({ items: z.array(SigningKey) }) })
export const rotateSigningKeyApi = shape({
  body: z.object({ reason: Reason }),
  status: 201,
  answer: z.object({ items: z.array(SigningKey) }),
})

export const secretOrigins = ['environment', 'setting', 'database', 'file', 'sandbox'] as const
/** Never its value, nor how long it is. */
const KnownSecret = z.object({
  name: z.string(),
  kind: z.enum(['signing', 'master', 'push', 'service', 'public', 'issued', 'chosen']),
  place: z.enum(secretOrigins),
  /** Since when it is in use here, if known. */
  since: z.nullable(Time),
  isOld: z.boolean(),
})
export type KnownSecret = z.infer<typeof KnownSecret>
export const listSecretsApi = shape({ status: 200, answer: z.object({ items: z.array(KnownSecret), at: Time }) })

const Component = z.object({
  name: z.string(),
  version: z.string(),
  licence: z.nullable(z.string()),
  purl: z.string(),
  /** Only used to build and test. */
  isDevelopment: z.boolean(),
  hasHash: z.boolean(),
})
export type Component = z.infer<typeof Component>
export const listComponentsApi = shape({
  query: z.extend(PageQuery, { q: z.optional(z.string().check(z.trim(), z.maxLength(100))) }),
  status: 200,
  answer: pageOf(Component),
})

/** CycloneDX 1.6 (ECMA-424), as much of it as we write. */
const BomComponent = z.object({
  type: z.enum(['library', 'application']),
  'bom-ref': z.string(),
  group: z.optional(z.string()),
  name: z.string(),
  version: z.string(),
  scope: z.optional(z.enum(['required', 'optional'])),
  hashes: z.optional(z.array(z.object({ alg: z.string(), content: z.string() }))),
  licenses: z.optional(
    z.array(
      z.union([
        z.object({ license: z.object({ id: z.string() }) }),
        z.object({ expression: z.string() }),
        z.object({ license: z.object({ name: z.string() }) }),
      ]),
    ),
  ),
  purl: z.string(),
  properties: z.optional(z.array(z.object({ name: z.string(), value: z.string() }))),
})
export const Bom = z.object({
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.literal('1.6'),
  serialNumber: z.string(),
  version: z.number(),
  metadata: z.object({ timestamp: Time, component: BomComponent }),
  components: z.array(BomComponent),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.optional(z.array(z.string())) })),
})
export type Bom = z.infer<typeof Bom>
export type BomComponent = z.infer<typeof BomComponent>
export const getBomApi = shape({ status: 200, answer: Bom })
