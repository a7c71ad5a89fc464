// The home page of a server that sells plans.
import { useOffer } from '../offer.ts'
import { Home } from './Home.tsx'
import { PlanPrices } from './home/PlanPrices.tsx'

export function SoldHome() {
  return <Home plans={<PlanPrices plans={useOffer()?.items ?? []} />} />
}
