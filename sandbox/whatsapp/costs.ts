// Counts delivered messages by the category Meta would charge for; there are no prices, since they vary by market.
import type { StandIn } from './stand-in.ts'

export type Costs = {
  billed: Record<string, number>
  free: Record<string, number>
  lines: { wamid: string; to: string; category: string; type: string; billable: boolean }[]
}

export function sumCosts({ world }: StandIn): Costs {
  const costs: Costs = { billed: {}, free: {}, lines: [] }
  for (const { wamid, wa, state, type, pricing } of world.arrived.values()) {
    if ((state !== 'delivered' && state !== 'read') || type === 'reaction') continue
    const totals = pricing.billable ? costs.billed : costs.free
    totals[pricing.category] = (totals[pricing.category] ?? 0) + 1
    costs.lines.push({ wamid, to: wa, ...pricing })
  }
  return costs
}
