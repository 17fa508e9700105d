/**
 * What browsers lack or refuse, as scripts that run before a page's first one. Settings, extensions, sandboxes, damaged profiles
 * and web views cause each of these.
 */
export const faults: Readonly<Record<string, () => void>> = {
  'localStorage throws when it is read': () => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('corrupted', 'SecurityError')
      },
    })
  },
  'sessionStorage throws when it is read': () => {
    Object.defineProperty(window, 'sessionStorage', {
      get() {
        throw new DOMException('corrupted', 'SecurityError')
      },
    })
  },
  'both storages are null': () => {
    for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { value: null })
  },
  'both storages are full': () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  },
  'WebSocket is missing': () => {
    Object.defineProperty(window, 'WebSocket', { value: undefined })
  },
  'WebSocket cannot be made': () => {
    Object.defineProperty(window, 'WebSocket', {
      value: class {
        static OPEN = 1
        constructor() {
          throw new DOMException('blocked', 'SecurityError')
        }
      },
    })
  },
  'interfaces are missing': () => {
    for (const name of [
      'BroadcastChannel',
      'indexedDB',
      'caches',
      'Notification',
      'PushManager',
      'navigation',
      'requestIdleCallback',
    ])
      Object.defineProperty(window, name, { value: undefined })
    for (const name of ['locks', 'serviceWorker', 'userActivation', 'connection', 'setAppBadge', 'clearAppBadge'])
      Object.defineProperty(navigator, name, { value: undefined })
    Object.defineProperty(Intl, 'Segmenter', { value: undefined })
    Object.defineProperty(crypto, 'randomUUID', { value: undefined })
  },
  'interfaces are null': () => {
    for (const name of ['BroadcastChannel', 'indexedDB', 'caches', 'Notification', 'PushManager', 'navigation', 'WebSocket'])
      Object.defineProperty(window, name, { value: null })
    for (const name of ['locks', 'serviceWorker']) Object.defineProperty(navigator, name, { value: null })
  },
  'interfaces throw when they are read': () => {
    const refuse = {
      get() {
        throw new DOMException('sandboxed', 'SecurityError')
      },
    }
    for (const name of [
      'localStorage',
      'sessionStorage',
      'BroadcastChannel',
      'indexedDB',
      'caches',
      'Notification',
      'PushManager',
      'navigation',
    ])
      Object.defineProperty(window, name, refuse)
    for (const name of ['locks', 'serviceWorker']) Object.defineProperty(navigator, name, refuse)
    Object.defineProperty(Document.prototype, 'cookie', refuse)
  },
  'interfaces throw when they are used': () => {
    const refuse = () => {
      throw new DOMException('sandboxed', 'SecurityError')
    }
    // An empty tab has neither.
    if (!isSecureContext) return
    IDBFactory.prototype.open = refuse
    CacheStorage.prototype.open = refuse
    CacheStorage.prototype.keys = refuse
    ServiceWorkerContainer.prototype.register = () => Promise.reject(new DOMException('sandboxed', 'SecurityError'))
    LockManager.prototype.request = () => Promise.reject(new DOMException('sandboxed', 'SecurityError'))
    Object.defineProperty(window, 'BroadcastChannel', { value: refuse })
    Object.defineProperty(window, 'Notification', { value: refuse })
  },
}
