import { lazyComponent } from '#shared/react/lazy-component.tsx'

/** Shown only where the sandbox takes the place of a payment provider. */
export const SandboxPayment = lazyComponent('src/features/store/checkout/ui/sandbox-payment.tsx', () =>
  import('./sandbox-payment.tsx').then((module) => module.SandboxPayment),
)
