// The ways in beside the password: the providers of this server, and a code by WhatsApp.
import { OfferPhone } from './phones/OfferPhone.tsx'
import { ProviderButtons } from './providers/ProviderButtons.tsx'

/** `next` is where a provider's way leads. */
export const OtherWays = ({ next, onPhone }: { next: string; onPhone(): void }) => (
  <div className="grid gap-3 empty:hidden">
    <ProviderButtons kind="sign_in" next={next} divided />
    <OfferPhone onChoose={onPhone} />
  </div>
)
