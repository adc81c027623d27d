# syntax=docker/dockerfile:1.17@sha256:38387523653efa0039f8e1c89bb74a30504e76ee9f565e25c9a09841f9427b05
# One image for every program; docker-compose.yml says which one a container runs.

FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY libs libs
# Install scripts of packages never run.
RUN npm ci --ignore-scripts
COPY . .
# What production's programs load: no local chain, no compilers, no sources, no tests, no Prisma for other databases.
RUN npm run build && node tools/image.mjs /image

FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS runtime
ENV NODE_ENV=production
# A container's own loopback is reached by no other process: what is published says who reaches the API.
ENV HOST=0.0.0.0
WORKDIR /app
COPY --from=build /image ./
# The user of the base image that may do nothing.
USER node
CMD ["node", "--enable-source-maps", "dist/apps/api/main.js"]
