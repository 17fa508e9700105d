import { lazyComponent } from '#shared/react/lazy-component.tsx'

/** The content of each group of the settings; only the open one is fetched. */
export const panes = {
  account: lazyComponent('src/pages/main-settings/account-pane.tsx', () =>
    import('./account-pane.tsx').then((module) => module.AccountPane),
  ),
  devices: lazyComponent('src/pages/main-settings/devices-pane.tsx', () =>
    import('./devices-pane.tsx').then((module) => module.DevicesPane),
  ),
  notifications: lazyComponent('src/pages/main-settings/notifications-pane.tsx', () =>
    import('./notifications-pane.tsx').then((module) => module.NotificationsPane),
  ),
  privacy: lazyComponent('src/pages/main-settings/privacy-pane.tsx', () =>
    import('./privacy-pane.tsx').then((module) => module.PrivacyPane),
  ),
  look: lazyComponent('src/pages/main-settings/look-pane.tsx', () => import('./look-pane.tsx').then((module) => module.LookPane)),
  help: lazyComponent('src/pages/main-settings/help-pane.tsx', () => import('./help-pane.tsx').then((module) => module.HelpPane)),
  legal: lazyComponent('src/pages/main-settings/legal-pane.tsx', () =>
    import('./legal-pane.tsx').then((module) => module.LegalPane),
  ),
  verification: lazyComponent('src/pages/main-settings/verification-pane.tsx', () =>
    import('./verification-pane.tsx').then((module) => module.VerificationPane),
  ),
  latest: lazyComponent('src/pages/main-settings/latest-pane.tsx', () =>
    import('./latest-pane.tsx').then((module) => module.LatestPane),
  ),
}
