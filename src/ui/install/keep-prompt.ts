/** Dispatched on the window when the stored prompt appears or is used. */
export const promptChange = 'installprompt'

/**
 * Source of the inline script that stores the browser's install prompt for later (spec §4). The event fires once and early, so
 * the script must not wait for a module.
 */
export const keepPromptScript = `{let say=()=>dispatchEvent(new Event('${promptChange}'));addEventListener('beforeinstallprompt',e=>{e.preventDefault();window.installPrompt=e;say()});addEventListener('appinstalled',()=>{window.installPrompt=null;window.isInstalled=true;say()})}`
