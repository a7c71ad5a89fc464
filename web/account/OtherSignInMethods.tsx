// The alternatives to a password: the providers set up on this server, a passkey, and a code by WhatsApp.
import { PasskeySignIn } from './passkeys/PasskeySignIn.tsx'
import { SignInByPhoneButton } from './phones/SignInByPhoneButton.tsx'
import { ProviderButtons } from './providers/ProviderButtons.tsx'

/** `next` is the path to open after signing in with a provider. */
export const OtherSignInMethods = ({ next, onPhone }: { next: string; onPhone(): void }) => (
  <div className="grid gap-3 empty:hidden">
    <ProviderButtons kind="sign_in" next={next} divided />
    <PasskeySignIn />
    <SignInByPhoneButton onChoose={onPhone} />
  </div>
)
