// Replaces ids in a response by the objects they name, along the paths of expand[].
import { absent, includable } from '../objects/includable.ts'
import type { StripeState, StripeWorld } from '../world.ts'
import { invalidRequest } from './failure.ts'

type Json = { [name: string]: unknown }

/** Returns the object as it is sent, with what `paths` name filled in. */
export function expand(world: StripeWorld, object: object, paths: string[] = []): object {
  const root: object = copyOf(object)
  for (const path of paths) {
    const names = path.split('.')
    if (names.length > 5) throw invalidRequest('You cannot expand more than 4 levels of a property.', 'expand')
    follow(world, root, names, path)
  }
  return root
}

function follow(world: StripeWorld, node: unknown, [name, ...rest]: string[], path: string): void {
  if (name === undefined || node === null) return
  if (Array.isArray(node)) {
    for (const item of node) follow(world, item, [name, ...rest], path)
    return
  }
  if (!isJson(node)) throw cannotExpand(path)
  const value = node[name] === undefined ? includable(world, node, name) : node[name]
  if (value === absent) return
  if (value === undefined && !(name in node)) throw cannotExpand(path)
  const full = Array.isArray(value) ? value.map(item => resolve(world, item)) : resolve(world, value)
  node[name] = full
  follow(world, full, rest, path)
}

function resolve(world: StripeWorld, value: unknown): unknown {
  if (typeof value !== 'string') return value
  const object = findObject(world.state, value)
  return object ? copyOf(object) : value
}

function findObject(state: StripeState, id: string): object | undefined {
  const tables: Map<string, object>[] = [
    state.customers,
    state.deletedCustomers,
    state.products,
    state.prices,
    state.coupons,
    state.promotionCodes,
    state.discounts,
    state.paymentMethods,
    state.setupIntents,
    state.paymentIntents,
    state.charges,
    state.refunds,
    state.disputes,
    state.subscriptions,
    state.schedules,
    state.invoices,
    state.checkoutSessions,
    state.portalConfigurations,
    state.features,
    state.taxRates,
    state.testClocks,
  ]
  return tables.find(table => table.has(id))?.get(id)
}

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null
const copyOf = (object: object) => JSON.parse(JSON.stringify(object))
const cannotExpand = (path: string) =>
  invalidRequest(`This property cannot be expanded (${path}). You may want to try expanding without it.`, 'expand')
