// Keeps the files of the page, so that it opens without a network. A new build has another name and takes the place
// of the old one when the page is opened next.
declare const FILES: string[];
declare const BUILD: string;

interface Life extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetch extends Life {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}

const NAME = `zugwerk-${BUILD}`;

addEventListener('install', (event) => {
  (event as Life).waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES)));
});

addEventListener('activate', (event) => {
  const forget = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith('zugwerk-') && name !== NAME).map((name) => caches.delete(name)));
  };
  (event as Life).waitUntil(forget());
});

addEventListener('fetch', (event) => {
  const { request } = event as Fetch;
  if (request.method !== 'GET') return;
  const answer = caches.open(NAME).then((cache) => cache.match(request, { ignoreSearch: true }));
  (event as Fetch).respondWith(answer.then((kept) => kept ?? fetch(request)));
});
