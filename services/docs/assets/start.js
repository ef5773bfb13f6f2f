// Nothing is loaded from elsewhere: no validator badge, no addresses of other hosts.
window.SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#view',
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: 'list',
  persistAuthorization: false,
  tryItOutEnabled: true,
  validatorUrl: null,
  defaultModelsExpandDepth: 0,
});
